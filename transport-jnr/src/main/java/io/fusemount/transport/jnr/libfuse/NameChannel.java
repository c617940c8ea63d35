package io.fusemount.transport.jnr.libfuse;

import com.kenai.jffi.MemoryIO;

/**
 * The channel for requests about a name. Who serves one may find that it has to be served
 * once more: its answer is withheld then.
 */
final class NameChannel extends AnswerChannel {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int LOOKUP = 1;

	private static final int MKNOD = 8;

	private static final int CREATE = 35;

	private static final ThreadLocal<Boolean> WITHHELD = ThreadLocal.withInitial(() -> false);

	NameChannel(Native natives, int device, int bufferSize) {
		super(natives, device, bufferSize);
	}

	/**
	 * Whether a request is one for this channel.
	 */
	static boolean isFor(long request) {
		return switch (MEMORY.getInt(request + OPCODE)) {
			case LOOKUP, MKNOD, CREATE -> true;
			default -> WITHHELD.get();
		};
	}

	/**
	 * Withholds the next answer of this thread.
	 */
	static void withhold() {
		WITHHELD.set(true);
	}

	@Override
	boolean prepare(long header) {
		boolean withheld = WITHHELD.get();
		if (withheld) {
			WITHHELD.set(false);
		}
		return !withheld;
	}

}
