package io.fusemount.data.jpa.guard.secured;

import java.util.List;

import io.fusemount.annotation.FuseMount;
import io.fusemount.data.jpa.guard.rows.Letters.Letter;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.prepost.PreAuthorize;

/** Guarded, and to be mounted all the same. */
@FuseMount
public interface SecretRepository extends JpaRepository<Letter, Long> {

	@Override
	@PreAuthorize("hasRole('CLERK')")
	List<Letter> findAll();

}
