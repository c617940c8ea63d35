package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.prepost.PreAuthorize;

/** Everybody reads notices, clerks write them. */
@FuseMount("notices")
public interface NoticeRepository extends JpaRepository<Notice, Long> {

	@Override
	@PreAuthorize("hasRole('CLERK')")
	<S extends Notice> S save(S entity);

}
