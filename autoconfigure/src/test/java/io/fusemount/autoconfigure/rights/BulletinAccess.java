package io.fusemount.autoconfigure.rights;

import java.util.Objects;

import io.fusemount.data.jpa.rights.RowAccess;

import org.springframework.data.jpa.domain.PredicateSpecification;
import org.springframework.security.core.context.SecurityContextHolder;

/** Customers see their own bulletins, clerks see all of them. */
final class BulletinAccess implements RowAccess<Bulletin> {

	@Override
	public PredicateSpecification<Bulletin> readable() {
		String user = Objects.requireNonNull(SecurityContextHolder.getContext().getAuthentication()).getName();
		return user.equals(DeskApplication.CLERK) ? PredicateSpecification.unrestricted()
				: (memo, builder) -> builder.equal(memo.get("owner"), user);
	}

}
