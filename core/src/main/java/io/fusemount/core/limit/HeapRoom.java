package io.fusemount.core.limit;

/**
 * The part of a table's usual size that the heap has room for. Tables that grow with what
 * programs look at have their whole size in a heap of 256 MB. A smaller heap belongs to
 * the application first: the tables shrink in proportion to what is left beyond 64 MB,
 * down to a small part that a listing needs.
 */
public final class HeapRoom {

	/** The share of an application with Spring, Hibernate and a web server. */
	private static final long APPLICATION = 64L << 20;

	private static final long ENOUGH = 256L << 20;

	/** The smallest part of its usual size that a table has. */
	private static final int LEAST = 64;

	private HeapRoom() {
	}

	/**
	 * Returns the size of a table with the heap of this JVM.
	 * @param usual the number of entries with enough heap
	 */
	public static int of(int usual) {
		return of(usual, Runtime.getRuntime().maxMemory());
	}

	static int of(int usual, long heap) {
		long left = Math.min(Math.max(0, heap - APPLICATION), ENOUGH - APPLICATION);
		return (int) Math.max(usual / LEAST, usual * left / (ENOUGH - APPLICATION));
	}

}
