package io.fusemount.sample.customer;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/**
 * The customers, mounted as the directories in {@code customers/}.
 */
@FuseMount("customers")
public interface CustomerRepository extends JpaRepository<Customer, Long> {

	String ITEM = """
			select new io.fusemount.sample.customer.CustomerItem(c.id, c.name, c.version,
				(select count(i) from Invoice i where i.customer = c), (select count(l) from Letter l where l.customer = c),
				c.created, c.createdBy, c.modified, c.modifiedBy)
			from Customer c""";

	@Query(ITEM + " order by c.name")
	List<CustomerItem> findItems();

	@Query(ITEM + " where c.id = :id")
	Optional<CustomerItem> findItem(Long id);

	List<Customer> findByOrderByName(Limit limit);

	boolean existsByName(String name);

}
