package io.fusemount.data.jpa.scope;

import jakarta.persistence.Query;

/**
 * No rows: those of a repository that refuses the caller.
 */
record NothingBound() implements RightBound {

	@Override
	public String condition(String alias, String parameter) {
		return "1 = 0";
	}

	@Override
	public void bind(Query query, String parameter) {
		// There is nothing to set.
	}

}
