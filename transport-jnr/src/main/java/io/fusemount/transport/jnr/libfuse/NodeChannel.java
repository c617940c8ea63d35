package io.fusemount.transport.jnr.libfuse;

import com.kenai.jffi.MemoryIO;

/**
 * The channel for requests about a node that the kernel has looked up already. If its
 * name has gone meanwhile, because another program replaced the file, libfuse answers
 * {@code ENOENT}, which programs take for the truth. This channel sends {@code ESTALE}
 * instead: the kernel then looks the name up again, and finds what it stands for now.
 */
final class NodeChannel extends AnswerChannel {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int GETATTR = 3;

	private static final int SETATTR = 4;

	private static final int OPEN = 14;

	/** Place of the error in an answer. */
	private static final int ERROR = 4;

	private static final int ENOENT = 2;

	private static final int ESTALE = 116;

	NodeChannel(Native natives, int device, int bufferSize) {
		super(natives, device, bufferSize);
	}

	/**
	 * Whether a request is one for this channel.
	 */
	static boolean isFor(long request) {
		int opcode = MEMORY.getInt(request + OPCODE);
		return opcode == GETATTR || opcode == OPEN || opcode == SETATTR;
	}

	@Override
	boolean prepare(long header) {
		if (MEMORY.getInt(header + ERROR) == -ENOENT) {
			MEMORY.putInt(header + ERROR, -ESTALE);
		}
		return true;
	}

}
