package io.fusemount.transport.device.neighbour;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.transport.device.libc.DescriptorMessage;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * A socket between two processes of this machine, by which whole messages go, with
 * descriptors.
 */
final class LocalSocket implements AutoCloseable {

	private static final int AF_UNIX = 1;

	private static final int SOCK_SEQPACKET_CLOEXEC = 5 | 02000000;

	private static final int CLOEXEC = 02000000;

	private static final int O_PATH_DIRECTORY_CLOEXEC = 010000000 | 0200000 | 02000000;

	private static final int SOL_SOCKET = 1;

	private static final int SO_PEERCRED = 17;

	private static final int SHUT_RDWR = 2;

	private static final int BACKLOG = 8;

	private static final int ENOENT = 2;

	private static final int EINTR = 4;

	private static final int ENOMEM = 12;

	private static final int ENFILE = 23;

	private static final int EMFILE = 24;

	private static final int ECONNABORTED = 103;

	private static final int ECONNREFUSED = 111;

	private static final long PAUSE_NANOS = 100_000_000;

	private static final short POLLIN = 1;

	private static final int MAX_MESSAGE = 16 << 10;

	private final int descriptor;

	@GuardedBy("this")
	private boolean closed;

	private LocalSocket(int descriptor) {
		this.descriptor = descriptor;
	}

	/**
	 * Listens. What is there of another process has no meaning any more.
	 * @param directory the directory of the socket's file, which only this user can enter
	 */
	static LocalSocket listen(Path directory, String name) throws IOException {
		Path file = directory.resolve(name);
		Files.deleteIfExists(file);
		LocalSocket socket = new LocalSocket(create());
		try {
			socket.call("bind", socket.at(directory, name, Native.libc()::bind));
			Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
			socket.call("listen", (Native.libc().listen(socket.descriptor, BACKLOG) < 0) ? Native.errno() : 0);
			return socket;
		}
		catch (IOException ex) {
			socket.close();
			throw ex;
		}
	}

	/**
	 * Connects with a process that listens.
	 * @return the connection, {@code null} if none listens
	 */
	static @Nullable LocalSocket connect(Path directory, String name) throws IOException {
		LocalSocket socket = new LocalSocket(create());
		int error = socket.at(directory, name, Native.libc()::connect);
		if (error != 0) {
			socket.close();
		}
		if (error == ENOENT || error == ECONNREFUSED) {
			return null;
		}
		socket.call("connect", error);
		return socket;
	}

	private static int create() throws IOException {
		int created = Native.libc().socket(AF_UNIX, SOCK_SEQPACKET_CLOEXEC, 0);
		if (created < 0) {
			throw new IOException("No socket: " + Native.describe(Native.errno()));
		}
		return created;
	}

	/** The kernel takes no more than 107 bytes, which the path may be longer than. */
	private int at(Path directory, String name, AddressCall call) {
		LibC c = Native.libc();
		int opened = c.open(NativeText.encode(directory.toString()), O_PATH_DIRECTORY_CLOEXEC);
		if (opened < 0) {
			return Native.errno();
		}
		byte[] path = ("/proc/self/fd/" + opened + "/" + name).getBytes(StandardCharsets.US_ASCII);
		byte[] address = ByteBuffer.allocate(Short.BYTES + path.length + 1)
			.order(ByteOrder.nativeOrder())
			.putShort((short) AF_UNIX)
			.put(path)
			.array();
		int error = (call.of(this.descriptor, address, address.length) < 0) ? Native.errno() : 0;
		c.close(opened);
		return error;
	}

	private void call(String what, int error) throws IOException {
		if (error != 0) {
			throw new IOException(what + ": " + Native.describe(error));
		}
	}

	/**
	 * Waits for a process that connects.
	 * @return the connection, {@code null} if the socket was shut down
	 */
	@Nullable LocalSocket accept() {
		int accepted = Native.libc().accept4(this.descriptor, null, null, CLOEXEC);
		while (accepted < 0 && isPassing(Native.errno())) {
			accepted = Native.libc().accept4(this.descriptor, null, null, CLOEXEC);
		}
		return (accepted >= 0) ? new LocalSocket(accepted) : null;
	}

	/** Whether there is a connection later: this process may have no descriptor now. */
	private static boolean isPassing(int error) {
		if (error == EINTR || error == ECONNABORTED) {
			return true;
		}
		if (error != EMFILE && error != ENFILE && error != ENOMEM) {
			return false;
		}
		LockSupport.parkNanos(PAUSE_NANOS);
		return !Thread.currentThread().isInterrupted();
	}

	/**
	 * Returns the process at the other end, as it was when it connected or listened.
	 */
	Peer peer() throws IOException {
		int[] credentials = new int[3];
		int[] length = { credentials.length * Integer.BYTES };
		int result = Native.libc().getsockopt(this.descriptor, SOL_SOCKET, SO_PEERCRED, credentials, length);
		call("getsockopt", (result < 0) ? Native.errno() : 0);
		return new Peer(credentials[0], credentials[1]);
	}

	/** Sends a message, without waiting. */
	synchronized void send(byte[] message, @Nullable Integer passed) throws IOException {
		if (this.closed) {
			throw new IOException("The connection is closed");
		}
		call("send", DescriptorMessage.send(this.descriptor, new byte[0], message, passed));
	}

	/**
	 * Waits for a message.
	 * @return the message, {@code null} if there will be none
	 * @throws SocketTimeoutException if none has come in time
	 */
	@Nullable DescriptorMessage receive(Duration patience) throws SocketTimeoutException {
		long end = System.nanoTime() + patience.toNanos();
		Pointer poll = Memory.allocateDirect(Native.RUNTIME, Long.BYTES, true);
		int ready;
		do {
			poll.putInt(0, this.descriptor);
			poll.putShort(Integer.BYTES, POLLIN);
			long left = Math.max(0, end - System.nanoTime()) / 1_000_000;
			ready = Native.libc().poll(poll, 1, (int) Math.min(left, Integer.MAX_VALUE));
		}
		while (ready < 0 && Native.errno() == EINTR || ready == 0 && System.nanoTime() - end < 0);
		if (ready == 0) {
			throw new SocketTimeoutException("No answer within %.1f s".formatted(patience.toMillis() / 1000.0));
		}
		return DescriptorMessage.receive(this.descriptor, MAX_MESSAGE);
	}

	/** Whether a message, or the end, has come. */
	synchronized boolean isReady() {
		if (this.closed) {
			return true;
		}
		Pointer poll = Memory.allocateDirect(Native.RUNTIME, Long.BYTES, true);
		poll.putInt(0, this.descriptor);
		poll.putShort(Integer.BYTES, POLLIN);
		return Native.libc().poll(poll, 1, 0) != 0;
	}

	/**
	 * Ends the waiting of other threads, and what the other end sends. What it has sent
	 * before is still received.
	 */
	synchronized void shutDown() {
		if (!this.closed) {
			Native.libc().shutdown(this.descriptor, SHUT_RDWR);
		}
	}

	@Override
	public synchronized void close() {
		if (!this.closed) {
			this.closed = true;
			Native.libc().close(this.descriptor);
		}
	}

	/**
	 * A function of the C library that takes an address.
	 */
	@FunctionalInterface
	private interface AddressCall {

		int of(int socket, byte[] address, int length);

	}

	/**
	 * The process at the other end.
	 *
	 * @param process its number, 0 if it is in another namespace
	 * @param uid its user
	 */
	record Peer(int process, int uid) {
	}

}
