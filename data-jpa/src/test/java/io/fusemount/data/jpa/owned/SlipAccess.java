package io.fusemount.data.jpa.owned;

import io.fusemount.conformance.rights.User;
import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.rights.RowAccess;
import jakarta.persistence.criteria.JoinType;

import org.springframework.data.jpa.domain.PredicateSpecification;

/**
 * Says the same of slips and dockets as the conditions of other repositories do of their
 * rows.
 *
 * @param <E> the entity
 */
final class SlipAccess<E> implements RowAccess<E> {

	@Override
	public PredicateSpecification<E> readable() {
		User user = KnownUsers.of(Caller.current());
		if (user == User.ADMIN || user == User.CLERK) {
			return PredicateSpecification.unrestricted();
		}
		// None of them is in a folder: the join is one that leaves out nothing.
		return (row, builder) -> builder.or(builder.equal(row.get("owner"), user.name()),
				builder.equal(row.join("folder", JoinType.LEFT).get("owner"), user.name()));
	}

	@Override
	public PredicateSpecification<E> writable() {
		User user = KnownUsers.of(Caller.current());
		if (user == User.ADMIN) {
			return PredicateSpecification.unrestricted();
		}
		return (row, builder) -> builder.and(builder.isFalse(row.get("readOnly")),
				row.get("owner").in(user.name(), (user == User.CLERK) ? User.ONE.name() : user.name()));
	}

}
