package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** Customers see their own drawers, clerks see all of them. */
@FuseMount(value = "drawers", readable = "e.owner = ?#{authentication.name} or true = ?#{hasRole('CLERK')}")
public interface DrawerRepository extends JpaRepository<Drawer, Long> {

}
