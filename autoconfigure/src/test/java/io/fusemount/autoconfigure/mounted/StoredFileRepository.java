package io.fusemount.autoconfigure.mounted;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("files")
interface StoredFileRepository extends JpaRepository<StoredFile, Long> {

}
