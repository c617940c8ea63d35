package io.fusemount.bench.transport;

import java.nio.ByteBuffer;

import io.fusemount.bench.server.OneFileSystem;
import io.fusemount.core.vfs.HandleId;

/**
 * A filesystem that does nothing: its file consists of zeros.
 */
final class NullFileSystem extends OneFileSystem {

	private final ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);

	NullFileSystem() {
		super(Zeros.NAME, Zeros.SIZE);
	}

	@Override
	public int read(HandleId handle, long position, ByteBuffer target) {
		int length = Zeros.length(position, target.remaining());
		target.put(this.zeros.duplicate().limit(length));
		return length;
	}

}
