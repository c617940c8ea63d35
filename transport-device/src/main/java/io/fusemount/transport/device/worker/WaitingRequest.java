package io.fusemount.transport.device.worker;

import java.nio.ByteBuffer;

import io.fusemount.core.limit.Demand;
import io.fusemount.core.limit.PermitQueue;
import io.fusemount.transport.device.protocol.FuseProtocol;
import org.jspecify.annotations.Nullable;

/**
 * A request that waits until its user may have one more worker.
 */
public final class WaitingRequest extends PermitQueue.Place {

	/** Larger requests carry content, which would fill the memory. */
	private static final int MAX_BYTES = 4096;

	private final byte[] bytes;

	private WaitingRequest(int user, byte[] bytes) {
		super(Demand.READ, user);
		this.bytes = bytes;
	}

	/**
	 * Copies a request from the start of a buffer.
	 * @return the copy, {@code null} if the request is served at once
	 */
	public static @Nullable WaitingRequest copy(ByteBuffer request, int length) {
		return switch (request.getInt(FuseProtocol.IN_OPCODE)) {
			case FuseProtocol.FORGET, FuseProtocol.BATCH_FORGET, FuseProtocol.INTERRUPT -> null;
			default -> (length <= MAX_BYTES) ? copyBytes(request, length) : null;
		};
	}

	private static WaitingRequest copyBytes(ByteBuffer request, int length) {
		byte[] bytes = new byte[length];
		request.get(0, bytes);
		return new WaitingRequest(request.getInt(FuseProtocol.IN_UID), bytes);
	}

	/**
	 * Writes the request to the start of a buffer.
	 * @return its length in bytes
	 */
	public int write(ByteBuffer target) {
		target.put(0, this.bytes);
		return this.bytes.length;
	}

}
