package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FuseMount;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.repository.JpaRepository;

/** Customers see their own papers, clerks see all of them. */
@FuseMount(value = "papers", readable = "e.owner = ?#{authentication.name} or true = ?#{hasRole('CLERK')}",
		writable = "e.signed = false or true = ?#{hasRole('CLERK')}")
public interface PaperRepository extends JpaRepository<Paper, Long> {

	@Nullable Paper findByName(String name);

}
