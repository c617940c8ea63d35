package io.fusemount.autoconfigure.mounted;

import java.util.List;

import io.fusemount.annotation.FuseMount;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.transaction.annotation.Transactional;

@FuseMount("files")
interface StoredFileRepository extends JpaRepository<StoredFile, Long> {

	@Nullable StoredFile findByName(String name);

	@Query("select name from StoredFile")
	List<String> names();

	@Modifying
	@Transactional
	@Query("update StoredFile set name = :target where name = :source")
	int rename(String source, String target);

}
