package io.fusemount.transport.device.libc;

import java.lang.ref.Reference;

import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * A message between processes of one machine that carries a descriptor beside its bytes,
 * in one piece of memory as {@code sendmsg(2)} and {@code recvmsg(2)} expect it on 64-bit
 * Linux.
 */
public final class DescriptorMessage {

	private static final int AF_UNIX = 1;

	private static final int SOL_SOCKET = 1;

	private static final int SCM_RIGHTS = 1;

	private static final int MSG_DONTWAIT = 0x40;

	private static final int MSG_NOSIGNAL = 0x4000;

	private static final int MSG_CMSG_CLOEXEC = 0x40000000;

	private static final int EINTR = 4;

	private static final int ENAMETOOLONG = 36;

	/** Fields of {@code struct msghdr}, which is at the start. */
	private static final int ADDRESS_FIELD = 0;

	private static final int ADDRESS_LENGTH_FIELD = 8;

	private static final int VECTOR_FIELD = 16;

	private static final int VECTOR_COUNT_FIELD = 24;

	private static final int CONTROL_FIELD = 32;

	private static final int CONTROL_LENGTH_FIELD = 40;

	/** {@code struct iovec}. */
	private static final int VECTOR = 56;

	/** {@code struct cmsghdr} and the descriptor. */
	private static final int CONTROL = VECTOR + 16;

	private static final int LEVEL = CONTROL + 8;

	private static final int TYPE = CONTROL + 12;

	private static final int DESCRIPTOR = CONTROL + 16;

	/** With the descriptor, but without the padding behind it. */
	private static final int CONTROL_LENGTH = 20;

	private static final int CONTROL_SPACE = 24;

	/** {@code struct sockaddr_un}: the family, and the name. */
	private static final int ADDRESS = CONTROL + CONTROL_SPACE;

	private static final int ADDRESS_NAME = ADDRESS + 2;

	private static final int MAX_NAME = 108;

	private static final int BYTES = ADDRESS + 112;

	private final Pointer memory;

	private int length;

	private DescriptorMessage(int size) {
		this.memory = Memory.allocateDirect(Native.RUNTIME, BYTES + size, true);
		this.memory.putLong(VECTOR_FIELD, this.memory.address() + VECTOR);
		this.memory.putLong(VECTOR_COUNT_FIELD, 1);
		this.memory.putLong(VECTOR, this.memory.address() + BYTES);
		this.memory.putLong(VECTOR + 8, size);
		this.length = size;
	}

	/**
	 * Sends a datagram, without waiting for its receiver.
	 * @param name the name of the receiver's socket: a path, or 0 and an abstract name;
	 * empty if the socket is connected
	 * @param descriptor the descriptor, {@code null} for none
	 * @return 0, or the error number
	 */
	public static int send(int socket, byte[] name, byte[] bytes, @Nullable Integer descriptor) {
		if (name.length > MAX_NAME) {
			return ENAMETOOLONG;
		}
		DescriptorMessage message = new DescriptorMessage(bytes.length);
		message.memory.put(BYTES, bytes, 0, bytes.length);
		if (name.length > 0) {
			message.address(name);
		}
		if (descriptor != null) {
			message.descriptor(descriptor);
		}
		int error;
		do {
			long sent = Native.libc().sendmsg(socket, message.memory, MSG_DONTWAIT | MSG_NOSIGNAL);
			error = (sent < 0) ? Native.errno() : 0;
		}
		while (error == EINTR);
		Reference.reachabilityFence(message);
		return error;
	}

	/**
	 * Waits for a message.
	 * @param size the maximum number of bytes
	 * @return the message, {@code null} if there will be none
	 */
	public static @Nullable DescriptorMessage receive(int socket, int size) {
		DescriptorMessage message = new DescriptorMessage(size);
		message.control(CONTROL_SPACE);
		long received;
		do {
			received = Native.libc().recvmsg(socket, message.memory, MSG_CMSG_CLOEXEC);
		}
		while (received < 0 && Native.errno() == EINTR);
		message.length = (int) received;
		return (received > 0) ? message : null;
	}

	private void address(byte[] name) {
		this.memory.putShort(ADDRESS, (short) AF_UNIX);
		this.memory.put(ADDRESS_NAME, name, 0, name.length);
		this.memory.putLong(ADDRESS_FIELD, this.memory.address() + ADDRESS);
		this.memory.putInt(ADDRESS_LENGTH_FIELD, ADDRESS_NAME - ADDRESS + name.length);
	}

	private void descriptor(int descriptor) {
		control(CONTROL_SPACE);
		this.memory.putLong(CONTROL, CONTROL_LENGTH);
		this.memory.putInt(LEVEL, SOL_SOCKET);
		this.memory.putInt(TYPE, SCM_RIGHTS);
		this.memory.putInt(DESCRIPTOR, descriptor);
	}

	private void control(int space) {
		this.memory.putLong(CONTROL_FIELD, this.memory.address() + CONTROL);
		this.memory.putLong(CONTROL_LENGTH_FIELD, space);
	}

	/**
	 * Returns the bytes of a received message.
	 */
	public byte[] bytes() {
		byte[] bytes = new byte[this.length];
		this.memory.get(BYTES, bytes, 0, this.length);
		return bytes;
	}

	/**
	 * Returns the descriptor that came with a received message, {@code null} if none did.
	 * It belongs to the caller, and is closed on {@code exec}.
	 */
	public @Nullable Integer descriptor() {
		boolean came = this.memory.getLong(CONTROL_LENGTH_FIELD) >= CONTROL_LENGTH
				&& this.memory.getInt(LEVEL) == SOL_SOCKET && this.memory.getInt(TYPE) == SCM_RIGHTS;
		return came ? Integer.valueOf(this.memory.getInt(DESCRIPTOR)) : null;
	}

}
