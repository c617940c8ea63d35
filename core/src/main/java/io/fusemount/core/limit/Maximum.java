package io.fusemount.core.limit;

/**
 * A maximum for a number of things.
 *
 * @param max the maximum in total
 * @param maxPerUser the maximum for one user, except root
 */
public record Maximum(int max, int maxPerUser) {

	/**
	 * An upper estimate of the heap that one open file takes, with the names that
	 * programs use for it.
	 */
	private static final long HEAP_BYTES = 8 << 10;

	/**
	 * Returns a maximum that a part of the heap has room for. A single user gets half of
	 * it.
	 */
	public static Maximum ofHeap() {
		return of((int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / HEAP_BYTES));
	}

	/**
	 * Returns a maximum of the given number. A single user gets half of it.
	 */
	public static Maximum of(int max) {
		return new Maximum(max, max - max / 2);
	}

}
