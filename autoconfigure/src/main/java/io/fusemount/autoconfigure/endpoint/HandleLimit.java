package io.fusemount.autoconfigure.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * How many handles are told of.
 */
final class HandleLimit {

	private static final int DEFAULT = 100;

	private static final int MAX = 1000;

	private HandleLimit() {
	}

	/**
	 * Reads it from a request.
	 * @throws IllegalArgumentException what is wrong with it, in words
	 */
	static int of(@Nullable String limit) {
		if (limit == null) {
			return DEFAULT;
		}
		if (!limit.matches("[0-9]{1,4}") || Integer.parseInt(limit) < 1 || Integer.parseInt(limit) > MAX) {
			throw new IllegalArgumentException("'limit' is a number from 1 to " + MAX + ", not '" + limit + "'");
		}
		return Integer.parseInt(limit);
	}

}
