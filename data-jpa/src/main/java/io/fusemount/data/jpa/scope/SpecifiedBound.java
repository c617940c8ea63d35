package io.fusemount.data.jpa.scope;

import java.util.stream.Stream;

import io.fusemount.data.jpa.rights.CallerSpecification;
import jakarta.persistence.Query;

/**
 * The rows that meet a specification of the caller.
 *
 * @param specification the specification
 */
record SpecifiedBound(CallerSpecification specification) implements RightBound {

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

}
