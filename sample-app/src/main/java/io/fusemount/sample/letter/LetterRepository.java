package io.fusemount.sample.letter;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FileQuota;
import io.fusemount.annotation.FuseMount;
import io.fusemount.sample.archive.ListedFile;
import io.fusemount.sample.archive.Rights;
import io.fusemount.sample.customer.Customer;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/**
 * The letters, each mounted in the directory of its customer, who has some room for them.
 */
@FuseMount(value = "customers/{customer}/correspondence", readable = Rights.CUSTOMER_OF_ROW,
		writable = Rights.CLERKS_AND_CUSTOMERS, quota = @FileQuota(per = "customer", bytes = "1GB", files = "10000"))
public interface LetterRepository extends JpaRepository<Letter, Long> {

	String ITEM = """
			select new io.fusemount.sample.letter.LetterItem(e.id, e.name, e.size, e.version, c.name,
				e.created, e.createdBy, e.modified, e.modifiedBy)
			from Letter e join e.customer c where\s""" + Rights.CUSTOMER_OF_ROW;

	@Query(ITEM + " order by c.name, e.name")
	List<LetterItem> findItems();

	@Query(ITEM + " and e.id = :id")
	Optional<LetterItem> findItem(Long id);

	@Query("select e from Letter e where e.id = :id and " + Rights.CUSTOMER_OF_ROW)
	Optional<Letter> find(Long id);

	List<ListedFile> findByCustomerOrderByName(Customer customer, Limit limit);

	boolean existsByCustomerAndName(Customer customer, String name);

}
