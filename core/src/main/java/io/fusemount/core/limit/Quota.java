package io.fusemount.core.limit;

/**
 * How many of something there may be.
 *
 * @param max the most in all
 * @param maxPerUser the most of one user, root excepted
 */
public record Quota(int max, int maxPerUser) {

	/** More than one of them takes of the heap, with what programs call it by. */
	private static final long HEAP_BYTES = 8 << 10;

	/**
	 * Returns what a part of the heap has room for. One user alone gets half of it.
	 */
	public static Quota ofHeap() {
		return of((int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / HEAP_BYTES));
	}

	/**
	 * Returns a number, of which one user alone gets half.
	 */
	public static Quota of(int max) {
		return new Quota(max, max - max / 2);
	}

}
