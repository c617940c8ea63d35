package io.fusemount.sample.letter;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;
import io.fusemount.sample.archive.ListedFile;
import io.fusemount.sample.customer.Customer;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/**
 * The letters, each mounted in the directory of its customer.
 */
@FuseMount("customers/{customer}/correspondence")
public interface LetterRepository extends JpaRepository<Letter, Long> {

	String ITEM = """
			select new io.fusemount.sample.letter.LetterItem(l.id, l.name, l.size, l.version, c.name,
				l.created, l.createdBy, l.modified, l.modifiedBy)
			from Letter l join l.customer c""";

	@Query(ITEM + " order by c.name, l.name")
	List<LetterItem> findItems();

	@Query(ITEM + " where l.id = :id")
	Optional<LetterItem> findItem(Long id);

	List<ListedFile> findByCustomerOrderByName(Customer customer, Limit limit);

	boolean existsByCustomerAndName(Customer customer, String name);

}
