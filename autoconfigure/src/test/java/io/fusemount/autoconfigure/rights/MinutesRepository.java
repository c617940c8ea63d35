package io.fusemount.autoconfigure.rights;

import java.util.List;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.prepost.PreAuthorize;

/**
 * As it is in an application that knows nothing of mounts, but for the first annotation.
 */
@FuseMount("minutes")
@PreAuthorize("hasRole('CLERK')")
public interface MinutesRepository extends JpaRepository<Minutes, Long> {

	@PreAuthorize("#name != 'secret'")
	List<Minutes> findByName(String name);

}
