package io.fusemount.data.jpa.scope;

import java.util.stream.Stream;

import io.fusemount.data.jpa.rights.CallerSpecification;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

/**
 * The rows that meet a specification of the caller. Says nothing about where rows are.
 *
 * @param specification the specification
 */
record SpecifiedBound(CallerSpecification specification) implements Bound {

	@Override
	public String condition(String alias, String parameter) {
		return this.specification.condition();
	}

	@Override
	public void bind(Query query, String parameter) {
		// The specification has its values.
	}

	@Override
	public Stream<CallerSpecification> specifications() {
		return Stream.of(this.specification);
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
