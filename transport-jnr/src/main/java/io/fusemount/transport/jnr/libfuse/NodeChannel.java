package io.fusemount.transport.jnr.libfuse;

import com.kenai.jffi.MemoryIO;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;

/**
 * The channel for requests about a node that the kernel has looked up already. If its
 * name has gone meanwhile, because another program replaced the file, libfuse answers
 * {@code ENOENT}, which programs take for the truth. This channel sends {@code ESTALE}
 * instead: the kernel then looks the name up again, and finds what it stands for now.
 */
final class NodeChannel {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int GETATTR = 3;

	private static final int SETATTR = 4;

	private static final int OPEN = 14;

	/** Place of the opcode in a request. */
	private static final int OPCODE = 4;

	/** Place of the error in an answer. */
	private static final int ERROR = 4;

	private static final int ENOENT = 2;

	private static final int ESTALE = 116;

	/** {@code receive}, {@code send} and {@code destroy}. */
	private static final int OPERATIONS_SIZE = 3 * Long.BYTES;

	private final int device;

	private final LibC libc;

	/** JNR holds callbacks weakly. */
	private final Pointer send;

	private final long address;

	private final ChannelSend function = this::send;

	NodeChannel(Native natives, int device, int bufferSize) {
		this.device = device;
		this.libc = natives.c();
		this.send = Native.RUNTIME.getClosureManager().getClosurePointer(ChannelSend.class, this.function);
		Pointer operations = Memory.allocateDirect(Native.RUNTIME, OPERATIONS_SIZE, true);
		operations.putPointer(Long.BYTES, this.send);
		this.address = NativeCall.channelNew(natives.channelNew(), operations.address(), device, bufferSize);
	}

	/**
	 * Whether a request is one for this channel.
	 */
	static boolean isFor(long request) {
		int opcode = MEMORY.getInt(request + OPCODE);
		return opcode == GETATTR || opcode == OPEN || opcode == SETATTR;
	}

	long address() {
		return this.address;
	}

	private int send(long channel, long vector, long count) {
		try {
			// The first piece of every answer is its header.
			long header = MEMORY.getLong(vector);
			if (MEMORY.getInt(header + ERROR) == -ENOENT) {
				MEMORY.putInt(header + ERROR, -ESTALE);
			}
			return (this.libc.writev(this.device, vector, (int) count) < 0) ? -Native.errno() : 0;
		}
		catch (Throwable ex) {
			return -ESTALE;
		}
	}

	void destroy(LibFuse library) {
		library.fuse_chan_destroy(Pointer.wrap(Native.RUNTIME, this.address));
	}

}
