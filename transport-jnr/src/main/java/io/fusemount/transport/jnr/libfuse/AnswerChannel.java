package io.fusemount.transport.jnr.libfuse;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;

/**
 * A channel through which libfuse answers requests, and that examines each answer first.
 */
abstract class AnswerChannel {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	/** {@code receive}, {@code send} and {@code destroy}. */
	private static final int OPERATIONS_SIZE = 3 * Long.BYTES;

	private final int device;

	private final LibC libc;

	/** JNR holds callbacks weakly. */
	private final Pointer send;

	private final long address;

	private final ChannelSend function = this::send;

	AnswerChannel(Libraries libraries, int device, int bufferSize) {
		this.device = device;
		this.libc = libraries.c();
		this.send = Native.RUNTIME.getClosureManager().getClosurePointer(ChannelSend.class, this.function);
		Pointer operations = Memory.allocateDirect(Native.RUNTIME, OPERATIONS_SIZE, true);
		operations.putPointer(Long.BYTES, this.send);
		this.address = NativeCall.channelNew(libraries.channelNew(), operations.address(), device, bufferSize);
	}

	final long address() {
		return this.address;
	}

	/**
	 * Prepares an answer for sending.
	 * @param header the address of its header
	 * @return whether the answer has to be sent at all
	 */
	abstract boolean prepare(long header);

	/**
	 * Called after an answer has been sent.
	 * @param vector the address of its pieces, the first of which is its header
	 * @param count the number of pieces
	 */
	void sent(long vector, long count) {
	}

	private int send(long channel, long vector, long count) {
		try {
			// The first piece of every answer is its header.
			if (prepare(MEMORY.getLong(vector))) {
				if (this.libc.writev(this.device, vector, (int) count) < 0) {
					return -Native.errno();
				}
				sent(vector, count);
			}
			return 0;
		}
		catch (Throwable ex) {
			return -Errno.EIO.code();
		}
	}

	final void destroy(LibFuse library) {
		library.fuse_chan_destroy(Pointer.wrap(Native.RUNTIME, this.address));
	}

}
