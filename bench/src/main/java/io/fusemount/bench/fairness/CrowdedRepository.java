package io.fusemount.bench.fairness;

import io.fusemount.annotation.FuseMount;
import io.fusemount.bench.content.application.Recording;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * The files of the user with many programs, mounted as {@code crowded/}.
 */
@FuseMount("crowded")
public interface CrowdedRepository extends JpaRepository<Recording, Long> {

}
