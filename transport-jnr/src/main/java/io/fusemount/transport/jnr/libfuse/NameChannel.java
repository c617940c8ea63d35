package io.fusemount.transport.jnr.libfuse;

import com.kenai.jffi.MemoryIO;
import io.fusemount.transport.device.protocol.FuseProtocol;

/**
 * The channel for requests for a name. If such a request has to be served once more, its
 * answer is withheld. The node in an answer counts as looked up.
 */
final class NameChannel extends AnswerChannel {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final ThreadLocal<Boolean> WITHHELD = ThreadLocal.withInitial(() -> false);

	private final LookedUpNodes lookedUp;

	NameChannel(Libraries libraries, int device, int bufferSize, LookedUpNodes lookedUp) {
		super(libraries, device, bufferSize);
		this.lookedUp = lookedUp;
	}

	/**
	 * Whether this channel is responsible for a request.
	 */
	static boolean isFor(long request) {
		return switch (MEMORY.getInt(request + FuseProtocol.IN_OPCODE)) {
			case FuseProtocol.LOOKUP, FuseProtocol.MKNOD, FuseProtocol.CREATE -> true;
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

	/** The second piece of a successful answer begins with the number of the node. */
	@Override
	void sent(long vector, long count) {
		if (count > 1 && MEMORY.getInt(MEMORY.getLong(vector) + FuseProtocol.OUT_ERROR) == 0) {
			this.lookedUp.add(MEMORY.getLong(MEMORY.getLong(vector + FuseProtocol.VECTOR_SIZE)));
		}
	}

}
