package io.fusemount.data.jpa.loaded;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("photographs")
public interface PhotographRepository extends JpaRepository<Photograph, Long> {

}
