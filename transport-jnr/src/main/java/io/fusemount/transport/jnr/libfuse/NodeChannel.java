package io.fusemount.transport.jnr.libfuse;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.protocol.FuseProtocol;

/**
 * The channel for requests for a node that the kernel has already looked up. If its name
 * has vanished in the meantime, because another program replaced the file, libfuse
 * answers {@code ENOENT}, which programs believe. This channel sends {@code ESTALE}
 * instead: the kernel then looks the name up again and finds its current node.
 */
final class NodeChannel extends AnswerChannel {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	NodeChannel(Libraries libraries, int device, int bufferSize) {
		super(libraries, device, bufferSize);
	}

	/**
	 * Whether this channel is responsible for a request.
	 */
	static boolean isFor(long request) {
		int opcode = MEMORY.getInt(request + FuseProtocol.IN_OPCODE);
		return opcode == FuseProtocol.GETATTR || opcode == FuseProtocol.OPEN || opcode == FuseProtocol.SETATTR;
	}

	@Override
	boolean prepare(long header) {
		if (MEMORY.getInt(header + FuseProtocol.OUT_ERROR) == -Errno.ENOENT.code()) {
			MEMORY.putInt(header + FuseProtocol.OUT_ERROR, -Errno.ESTALE.code());
		}
		return true;
	}

}
