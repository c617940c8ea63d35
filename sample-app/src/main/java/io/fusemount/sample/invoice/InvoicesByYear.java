package io.fusemount.sample.invoice;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;
import io.fusemount.sample.archive.ListedFile;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/**
 * The same invoices by the year of their arrival, mounted read-only.
 */
@FuseMount("invoices/{created:yyyy}")
public interface InvoicesByYear extends Repository<Invoice, Long> {

	@Query("select min(i.created) from Invoice i")
	Optional<Instant> findFirst();

	@Query("select max(i.created) from Invoice i")
	Optional<Instant> findLast();

	boolean existsByCreatedGreaterThanEqualAndCreatedLessThan(Instant from, Instant to);

	List<ListedFile> findByCreatedGreaterThanEqualAndCreatedLessThanOrderByName(Instant from, Instant to, Limit limit);

}
