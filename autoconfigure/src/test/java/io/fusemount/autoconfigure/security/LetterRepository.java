package io.fusemount.autoconfigure.security;

import io.fusemount.annotation.FuseMount;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.parameters.P;

/** Only clerks write letters. */
@FuseMount("letters")
interface LetterRepository extends JpaRepository<Letter, Long> {

	@Nullable Letter findByName(String name);

	@Override
	@PreAuthorize("hasRole('CLERK')")
	<S extends Letter> S save(S letter);

	@Override
	@PreAuthorize("hasRole('CLERK') and #letter.author == authentication.name")
	void delete(@P("letter") Letter letter);

}
