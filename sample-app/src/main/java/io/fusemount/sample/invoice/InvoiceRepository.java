package io.fusemount.sample.invoice;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;
import io.fusemount.sample.archive.ListedFile;
import io.fusemount.sample.customer.Customer;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/**
 * The invoices, each mounted in the directory of its customer.
 */
@FuseMount("customers/{customer}/invoices")
public interface InvoiceRepository extends JpaRepository<Invoice, Long> {

	String ITEM = """
			select new io.fusemount.sample.invoice.InvoiceItem(i.id, i.name, i.size, i.version, i.number, c.name,
				i.amount, i.due, i.status, i.created, i.createdBy, i.modified, i.modifiedBy)
			from Invoice i left join i.customer c""";

	@Query(ITEM + " order by i.name")
	List<InvoiceItem> findItems();

	@Query(ITEM + " where i.id = :id")
	Optional<InvoiceItem> findItem(Long id);

	/** Returns the invoices of a customer, or those that are not assigned. */
	List<ListedFile> findByCustomerOrderByName(@Nullable Customer customer, Limit limit);

	boolean existsByName(String name);

}
