package io.fusemount.data.jpa.scope;

import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a caller has a right on. Says nothing about where rows are.
 */
interface RightBound extends Bound {

	@Override
	default String identity() {
		throw new IllegalStateException("A right identifies no directory");
	}

	@Override
	default @Nullable String refusal() {
		return null;
	}

	@Override
	default void apply(EntityManager entityManager, Object entity) {
		// Rights are checked once the entity is stored.
	}

}
