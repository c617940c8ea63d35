package io.fusemount.data.jpa.loaded;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("pictures")
public interface PictureRepository extends JpaRepository<Picture, Long> {

}
