package io.fusemount.data.jpa.scope;

import io.fusemount.data.jpa.rights.CallerCondition;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a caller has a right on. Says nothing about where rows are.
 *
 * @param right the condition of the right
 */
record CallerBound(CallerCondition right) implements Bound {

	@Override
	public String condition(String alias, String parameter) {
		return this.right.of(alias, parameter);
	}

	@Override
	public void bind(Query query, String parameter) {
		this.right.bind(query, parameter);
	}

	@Override
	public String identity() {
		throw new IllegalStateException("A right identifies no directory");
	}

	@Override
	public @Nullable String refusal() {
		return null;
	}

	@Override
	public void apply(EntityManager entityManager, Object entity) {
		// Rights are checked once the entity is stored.
	}

}
