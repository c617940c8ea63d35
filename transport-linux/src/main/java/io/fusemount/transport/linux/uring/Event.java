package io.fusemount.transport.linux.uring;

import com.kenai.jffi.MemoryIO;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;

/**
 * A signal for threads that wait for their ring, which stays until it is taken.
 */
final class Event implements AutoCloseable {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int CLOEXEC_NONBLOCK = 02000000 | 04000;

	private final LibC libc = Native.libc();

	private final long one = MEMORY.allocateMemory(2L * Long.BYTES, true);

	private final int descriptor;

	@GuardedBy("this")
	private boolean closed;

	Event() throws RingException {
		this.descriptor = this.libc.eventfd(0, CLOEXEC_NONBLOCK);
		if (this.descriptor < 0) {
			int error = Native.errno();
			MEMORY.freeMemory(this.one);
			throw new RingException(error);
		}
		MEMORY.putLong(this.one, 1);
	}

	int descriptor() {
		return this.descriptor;
	}

	/**
	 * Gives the signal, unless there is no thread left that would take it.
	 */
	synchronized void signal() {
		if (!this.closed) {
			this.libc.write(this.descriptor, this.one, Long.BYTES);
		}
	}

	/**
	 * Takes the signal. Called by one thread at a time.
	 */
	void take() {
		this.libc.read(this.descriptor, this.one + Long.BYTES, Long.BYTES);
	}

	@Override
	public synchronized void close() {
		this.closed = true;
		this.libc.close(this.descriptor);
		MEMORY.freeMemory(this.one);
	}

}
