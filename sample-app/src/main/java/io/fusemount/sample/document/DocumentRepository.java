package io.fusemount.sample.document;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;
import io.fusemount.sample.archive.ListedFile;
import io.fusemount.sample.archive.Rights;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/**
 * The documents, each mounted in its folder.
 */
@FuseMount(value = "documents/{folder}", readable = Rights.STAFF, writable = Rights.CLERKS)
public interface DocumentRepository extends JpaRepository<Document, Long> {

	String ITEM = """
			select new io.fusemount.sample.document.DocumentItem(d.id, d.name, d.size, d.version, d.notes,
				d.folder.id, d.created, d.createdBy, d.modified, d.modifiedBy)
			from Document d""";

	@Query(ITEM + " order by d.name")
	List<DocumentItem> findItems();

	@Query(ITEM + " where d.id = :id")
	Optional<DocumentItem> findItem(Long id);

	/** Returns the documents in a folder, or those at the top. */
	List<ListedFile> findByFolderOrderByName(@Nullable Folder folder, Limit limit);

	boolean existsByFolderAndName(@Nullable Folder folder, String name);

	boolean existsByFolder(Folder folder);

}
