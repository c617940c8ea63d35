package io.fusemount.conformance.memory;

/**
 * What a test does around the calls to an {@link InMemoryDirectory}, on the thread of the
 * caller.
 */
public interface CallListener {

	/**
	 * A call begins.
	 */
	default void before(Call call) {
	}

	/**
	 * A call has succeeded, and its caller does not know yet.
	 */
	default void after(Call call) {
	}

}
