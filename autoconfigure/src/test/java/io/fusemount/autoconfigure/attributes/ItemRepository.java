package io.fusemount.autoconfigure.attributes;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("items")
interface ItemRepository extends JpaRepository<Item, Long> {

}
