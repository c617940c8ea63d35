package io.fusemount.data.jpa.pieces;

import java.util.Optional;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("clips")
public interface ClipRepository extends JpaRepository<Clip, Long> {

	Optional<Clip> findByName(String name);

}
