package io.fusemount.data.jpa.scope;

import io.fusemount.data.jpa.rights.CallerCondition;
import jakarta.persistence.Query;

/**
 * The rows that a caller has a right on.
 *
 * @param right the condition of the right
 */
record CallerBound(CallerCondition right) implements RightBound {

	@Override
	public String condition(String alias, String parameter) {
		return this.right.of(alias, parameter);
	}

	@Override
	public void bind(Query query, String parameter) {
		this.right.bind(query, parameter);
	}

}
