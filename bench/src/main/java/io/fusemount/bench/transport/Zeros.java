package io.fusemount.bench.transport;

/**
 * The only file of the null filesystem.
 */
final class Zeros {

	static final String NAME = "zeros";

	static final long SIZE = 1 << 30;

	private Zeros() {
	}

	/** Returns the number of bytes that a read returns. */
	static int length(long position, long size) {
		return (int) Math.max(0, Math.min(size, SIZE - position));
	}

}
