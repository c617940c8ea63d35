package io.fusemount.transport.jnr.libfuse;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.protocol.FuseProtocol;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that the kernel has looked up, in the order of the look-ups. libfuse
 * remembers the name of each node until the kernel forgets it, so beyond a limit the
 * kernel is asked to forget the oldest ones. It keeps those in use, and drops the others
 * with their pages.
 * <p>
 * The request is {@code FUSE_NOTIFY_PRUNE}, which takes no locks that a look-up holds. It
 * is supported since Linux 6.18; on an older kernel the first request fails with
 * {@code EINVAL} and remains the only one.
 */
final class LookedUpNodes {

	/** The number of nodes that the kernel is asked to forget at once. */
	static final int BATCH = 1024;

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private final int limit;

	@GuardedBy("this")
	private final long[] nodes;

	@GuardedBy("this")
	private int oldest;

	/** Written with the monitor held, read by every worker after every request. */
	private volatile int count;

	private volatile boolean supported = true;

	/**
	 * Creates the record.
	 * @param limit the maximum number of nodes that are looked up and not forgotten
	 */
	LookedUpNodes(int limit) {
		this.limit = limit;
		this.nodes = new long[limit + BATCH];
	}

	/**
	 * Records a look-up. A repeated look-up counts again: without a timeout for names, a
	 * program that uses one file looks it up each time.
	 */
	void add(long node) {
		if (this.supported) {
			put(node);
		}
	}

	private synchronized void put(long node) {
		int length = this.nodes.length;
		int used = this.count;
		if (used > 0 && this.nodes[(this.oldest + used - 1) % length] == node) {
			return;
		}
		if (used == length) {
			this.oldest = (this.oldest + 1) % length;
			used--;
		}
		this.nodes[(this.oldest + used) % length] = node;
		this.count = used + 1;
	}

	/**
	 * Makes the kernel forget the oldest nodes if there are too many. Must not be called
	 * while libfuse serves a request of the thread.
	 */
	void prune(LibC libc, int device) {
		if (this.count < this.limit + BATCH || !this.supported) {
			return;
		}
		ByteBuffer message = takeOldest();
		if (message != null) {
			long address = MEMORY.getDirectBufferAddress(message);
			long size = message.limit() - FuseProtocol.VECTOR_SIZE;
			message.putLong(0, address + FuseProtocol.VECTOR_SIZE).putLong(Long.BYTES, size);
			if (libc.writev(device, address, 1) < 0 && Native.errno() == Errno.EINVAL.code()) {
				this.supported = false;
			}
		}
	}

	/** Returns the message, with space in front for the vector that describes it. */
	private synchronized @Nullable ByteBuffer takeOldest() {
		if (this.count < this.limit + BATCH) {
			return null;
		}
		int size = FuseProtocol.OUT_HEADER_SIZE + FuseProtocol.PRUNE_SIZE + BATCH * Long.BYTES;
		ByteBuffer message = ByteBuffer.allocateDirect(FuseProtocol.VECTOR_SIZE + size).order(ByteOrder.nativeOrder());
		message.position(FuseProtocol.VECTOR_SIZE);
		message.putInt(size).putInt(FuseProtocol.NOTIFY_PRUNE).putLong(0);
		message.putInt(BATCH).putInt(0).putLong(0);
		for (int i = 0; i < BATCH; i++) {
			message.putLong(this.nodes[(this.oldest + i) % this.nodes.length]);
		}
		this.oldest = (this.oldest + BATCH) % this.nodes.length;
		this.count -= BATCH;
		return message.flip();
	}

}
