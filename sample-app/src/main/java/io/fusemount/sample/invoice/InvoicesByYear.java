package io.fusemount.sample.invoice;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;
import io.fusemount.sample.archive.ListedFile;
import io.fusemount.sample.archive.Rights;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/**
 * The same invoices by the year of their arrival, mounted read-only.
 */
@FuseMount(value = "invoices/{created:yyyy}", readable = Rights.CUSTOMER_OF_ROW)
public interface InvoicesByYear extends Repository<Invoice, Long> {

	String VISIBLE = "Invoice e where " + Rights.CUSTOMER_OF_ROW;

	String WITHIN = VISIBLE + " and e.created >= :from and e.created < :to";

	@Query("select min(e.created) from " + VISIBLE)
	Optional<Instant> findFirst();

	@Query("select max(e.created) from " + VISIBLE)
	Optional<Instant> findLast();

	@Query("select count(e) > 0 from " + WITHIN)
	boolean existsWithin(Instant from, Instant to);

	@Query(ListedFile.SELECT + WITHIN + " order by e.name")
	List<ListedFile> findWithin(Instant from, Instant to, Limit limit);

}
