package io.fusemount.sample.invoice;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;
import io.fusemount.sample.archive.ListedFile;
import io.fusemount.sample.archive.Rights;
import io.fusemount.sample.customer.Customer;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/**
 * The invoices, each mounted in the directory of its customer.
 */
@FuseMount(value = "customers/{customer}/invoices", readable = Rights.CUSTOMER_OF_ROW, writable = Rights.CLERKS)
public interface InvoiceRepository extends JpaRepository<Invoice, Long> {

	String ITEM = """
			select new io.fusemount.sample.invoice.InvoiceItem(e.id, e.name, e.size, e.version, e.number, c.name,
				e.amount, e.due, e.status, e.created, e.createdBy, e.modified, e.modifiedBy)
			from Invoice e left join e.customer c where\s""" + Rights.CUSTOMER_OF_ROW;

	@Query(ITEM + " order by e.name")
	List<InvoiceItem> findItems();

	@Query(ITEM + " and e.id = :id")
	Optional<InvoiceItem> findItem(Long id);

	@Query("select e from Invoice e where e.id = :id and " + Rights.CUSTOMER_OF_ROW)
	Optional<Invoice> find(Long id);

	List<ListedFile> findByCustomerOrderByName(Customer customer, Limit limit);

	@Query(ListedFile.SELECT + "Invoice e where e.customer is null and " + Rights.STAFF + " order by e.name")
	List<ListedFile> findUnassigned(Limit limit);

	boolean existsByName(String name);

}
