package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** Whoever sees a drawer sees what is in it. */
@FuseMount("drawers/{drawer}")
public interface SlipRepository extends JpaRepository<Slip, Long> {

}
