package io.fusemount.autoconfigure.owners;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** Files in folders. */
@FuseMount("team/{folder}")
public interface ItemRepository extends JpaRepository<Item, Long> {

}
