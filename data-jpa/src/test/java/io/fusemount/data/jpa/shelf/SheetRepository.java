package io.fusemount.data.jpa.shelf;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** The sheets in trays. */
@FuseMount("files/{tray}")
public interface SheetRepository extends JpaRepository<Sheet, Long> {

}
