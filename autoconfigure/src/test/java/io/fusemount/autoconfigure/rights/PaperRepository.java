package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FuseMount;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.prepost.PreAuthorize;

/** Customers see their own papers, clerks see all of them. */
@FuseMount(value = "papers", readable = "e.owner = ?#{authentication.name} or true = ?#{hasRole('CLERK')}",
		writable = "e.signed = false or true = ?#{hasRole('CLERK')}")
public interface PaperRepository extends JpaRepository<Paper, Long> {

	@Override
	@PreAuthorize("hasAnyRole('CLERK', 'CUSTOMER')")
	<S extends Paper> S save(S paper);

	@Nullable Paper findByName(String name);

}
