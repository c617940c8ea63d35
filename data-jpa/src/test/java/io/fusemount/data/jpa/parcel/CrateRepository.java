package io.fusemount.data.jpa.parcel;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** The crates, in each other. */
@FuseMount("files")
public interface CrateRepository extends JpaRepository<Crate, Long> {

}
