package io.fusemount.data.jpa.parcel;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** The parcels in crates. */
@FuseMount("files/{crate}")
public interface ParcelRepository extends JpaRepository<Parcel, Long> {

}
