package io.fusemount.core.segment;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * A reader that reads a segment repeatedly while other threads change it.
 */
public final class LockFreeReader {

	private static final int BYTES = 64 << 10;

	private LockFreeReader() {
	}

	/**
	 * Reads the start of a segment of zeros until it is empty.
	 * @return whether all bytes were zeros
	 */
	public static CompletableFuture<Boolean> seesOnlyZeros(Segment segment) {
		return CompletableFuture.supplyAsync(() -> readsOnlyZeros(segment));
	}

	private static boolean readsOnlyZeros(Segment segment) {
		ByteBuffer target = ByteBuffer.allocateDirect(BYTES);
		while (segment.read(0, BYTES, target.clear(), 1) > 0) {
			for (int i = 0; i < target.position(); i++) {
				if (target.get(i) != 0) {
					return false;
				}
			}
		}
		return true;
	}

}
