package io.fusemount.sample.document;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/**
 * The documents, mounted as {@code documents/}.
 */
@FuseMount("documents")
public interface DocumentRepository extends JpaRepository<Document, Long> {

	String ITEM = """
			select new io.fusemount.sample.document.DocumentItem(d.id, d.name, d.size, d.version, d.notes,
				d.created, d.createdBy, d.modified, d.modifiedBy)
			from Document d""";

	@Query(ITEM + " order by d.name")
	List<DocumentItem> findItems();

	@Query(ITEM + " where d.id = :id")
	Optional<DocumentItem> findItem(Long id);

	boolean existsByName(String name);

}
