package io.fusemount.autoconfigure.tree;

import java.util.List;

import io.fusemount.annotation.FuseMount;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("tree")
interface FolderRepository extends JpaRepository<Folder, Long> {

	@Nullable Folder findByNameAndParent(String name, @Nullable Folder parent);

	List<Folder> findByParent(@Nullable Folder parent);

}
