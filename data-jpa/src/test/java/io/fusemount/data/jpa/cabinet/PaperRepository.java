package io.fusemount.data.jpa.cabinet;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** The papers in folders. */
@FuseMount("files/{folder}")
public interface PaperRepository extends JpaRepository<Paper, Long> {

}
