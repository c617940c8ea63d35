package io.fusemount.data.jpa.cabinet;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** The folders, in each other. */
@FuseMount("files")
public interface FolderRepository extends JpaRepository<Folder, Long> {

}
