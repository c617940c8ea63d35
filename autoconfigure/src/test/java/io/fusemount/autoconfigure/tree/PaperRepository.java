package io.fusemount.autoconfigure.tree;

import java.util.List;

import io.fusemount.annotation.FuseMount;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("tree/{folder}")
interface PaperRepository extends JpaRepository<Paper, Long> {

	@Nullable Paper findByNameAndFolder(String name, @Nullable Folder folder);

	List<Paper> findByFolder(@Nullable Folder folder);

}
