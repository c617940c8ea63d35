package io.fusemount.data.jpa.pieces;

import java.util.Optional;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("videos")
public interface VideoRepository extends JpaRepository<Video, Long> {

	Optional<Video> findByName(String name);

}
