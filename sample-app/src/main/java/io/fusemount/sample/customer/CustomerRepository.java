package io.fusemount.sample.customer;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;
import io.fusemount.sample.archive.Rights;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/**
 * The customers, mounted as the directories in {@code customers/}.
 */
@FuseMount(value = "customers", readable = Rights.CUSTOMER_ITSELF, writable = Rights.CLERKS)
public interface CustomerRepository extends JpaRepository<Customer, Long> {

	String ITEM = """
			select new io.fusemount.sample.customer.CustomerItem(e.id, e.name, e.version,
				(select count(i) from Invoice i where i.customer = e), (select count(l) from Letter l where l.customer = e),
				e.created, e.createdBy, e.modified, e.modifiedBy)
			from Customer e where\s"""
			+ Rights.CUSTOMER_ITSELF;

	@Query(ITEM + " order by e.name")
	List<CustomerItem> findItems();

	@Query(ITEM + " and e.id = :id")
	Optional<CustomerItem> findItem(Long id);

	@Query("select e from Customer e where e.id = :id and " + Rights.CUSTOMER_ITSELF)
	Optional<Customer> find(Long id);

	@Query("select e from Customer e where " + Rights.CUSTOMER_ITSELF + " order by e.name")
	List<Customer> findAllInOrder(Limit limit);

	Optional<Customer> findByName(String name);

	boolean existsByName(String name);

	boolean existsByLoginIsNotNull();

}
