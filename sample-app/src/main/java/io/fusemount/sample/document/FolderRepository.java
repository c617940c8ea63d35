package io.fusemount.sample.document;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;
import io.fusemount.sample.archive.Rights;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/**
 * The folders of the documents, mounted as the directories in {@code documents/}.
 */
@FuseMount(value = "documents", readable = Rights.STAFF, writable = Rights.CLERKS)
public interface FolderRepository extends JpaRepository<Folder, Long> {

	String ITEM = """
			select new io.fusemount.sample.document.FolderItem(f.id, f.name, f.version, f.parent.id,
				f.created, f.createdBy, f.modified, f.modifiedBy)
			from Folder f""";

	@Query(ITEM + " order by f.name, f.id")
	List<FolderItem> findItems();

	@Query(ITEM + " where f.id = :id")
	Optional<FolderItem> findItem(Long id);

	/** Returns the folders in a folder, or those at the top. */
	List<Folder> findByParentOrderByName(@Nullable Folder parent, Limit limit);

	boolean existsByParentAndName(@Nullable Folder parent, String name);

	boolean existsByParent(Folder parent);

}
