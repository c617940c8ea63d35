package io.fusemount.bench.content.application;

import java.util.Optional;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * The recordings, mounted as {@code recordings/}.
 */
@FuseMount("recordings")
public interface RecordingRepository extends JpaRepository<Recording, Long> {

	Optional<Recording> findByName(String name);

}
