package io.fusemount.autoconfigure.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * The maximum number of handles in a response.
 */
final class HandleLimit {

	private static final int DEFAULT = 100;

	private static final int MAX = 1000;

	private HandleLimit() {
	}

	/**
	 * Parses the limit of a request.
	 * @throws IllegalArgumentException if the limit is invalid, with the problem as its
	 * message
	 */
	static int of(@Nullable String limit) {
		if (limit == null) {
			return DEFAULT;
		}
		if (!limit.matches("[0-9]{1,4}") || Integer.parseInt(limit) < 1 || Integer.parseInt(limit) > MAX) {
			throw new IllegalArgumentException("'limit' must be a number from 1 to " + MAX + ", not '" + limit + "'");
		}
		return Integer.parseInt(limit);
	}

}
