package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** All bulletins, to those whom {@link BulletinAccess} shows them. */
@FuseMount("bulletins")
public interface BulletinRepository extends JpaRepository<Bulletin, Long> {

}
