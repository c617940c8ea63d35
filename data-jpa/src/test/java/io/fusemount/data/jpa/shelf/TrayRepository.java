package io.fusemount.data.jpa.shelf;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** The trays, in each other. */
@FuseMount("files")
public interface TrayRepository extends JpaRepository<Tray, Long> {

}
