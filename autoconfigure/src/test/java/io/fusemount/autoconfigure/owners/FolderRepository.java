package io.fusemount.autoconfigure.owners;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** Folders in each other. */
@FuseMount("team")
public interface FolderRepository extends JpaRepository<Folder, Long> {

}
