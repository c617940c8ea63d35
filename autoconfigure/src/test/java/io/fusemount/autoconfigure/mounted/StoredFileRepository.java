package io.fusemount.autoconfigure.mounted;

import java.util.List;

import io.fusemount.annotation.FuseMount;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

@FuseMount("files")
interface StoredFileRepository extends JpaRepository<StoredFile, Long> {

	@Nullable StoredFile findByName(String name);

	@Query("select name from StoredFile")
	List<String> names();

}
