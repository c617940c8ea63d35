package io.fusemount.transport.device.mount;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mountinfo.MountEntry;
import io.fusemount.core.mountinfo.MountTable;
import io.fusemount.transport.device.libc.DescriptorMessage;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * An entry in the kernel's mount table and the open device that its requests come from.
 * <p>
 * libfuse's own mounting is not used. With {@code auto_unmount} it leaves a socket and a
 * zombie behind for every mount, the complaints of the helper go only to the console, and
 * {@code fuse_setup} installs signal handlers for the whole process.
 */
public final class KernelMount {

	private static final int AF_UNIX = 1;

	private static final int SOCK_STREAM_CLOEXEC = 1 | 02000000;

	private static final int F_DUPFD_CLOEXEC = 1030;

	private static final int O_PATH_CLOEXEC = 010000000 | 02000000;

	private static final int NO_SOCKET = -1;

	private static final short POLLERR = 8;

	/** In the information on a descriptor, on recent kernels. */
	private static final String CONNECTION = "fuse_connection:";

	/** Larger than any {@code struct statfs}. */
	private static final int STATFS_SIZE = 256;

	private final Path mountPoint;

	private final int device;

	private final @Nullable Helper helper;

	private final int socket;

	private final @Nullable Integer id;

	private final @Nullable String deviceNumber;

	private final AtomicBoolean released = new AtomicBoolean();

	/**
	 * After the death of the process, the helper unmounts only if the mount answers
	 * ENOTCONN, so it must not notice the death before the device is closed. Since Linux
	 * 4.3 the files of a dead process are closed from the highest number down: the device
	 * therefore gets a number above that of the socket, and the socket has no other
	 * number.
	 */
	private KernelMount(Path mountPoint, int device, @Nullable Helper helper, int socket) {
		this.mountPoint = mountPoint;
		this.helper = helper;
		this.socket = socket;
		MountEntry entry = MountTable.read().at(mountPoint);
		this.id = (entry != null) ? entry.id() : null;
		this.deviceNumber = (entry != null) ? entry.device() : null;
		this.device = moveBehind(device, socket);
	}

	private static int moveBehind(int descriptor, int other) {
		int moved = Native.libc().fcntl(descriptor, F_DUPFD_CLOEXEC, other + 1);
		if (moved < 0) {
			throw new MountException(Reason.OTHER, "No file descriptor: " + Native.describe(Native.errno()));
		}
		Native.libc().close(descriptor);
		return moved;
	}

	/**
	 * Mounts a filesystem.
	 * @param mountPoint the directory, without symbolic links
	 * @param options the options in the form of {@code mount -o}
	 */
	public static KernelMount mount(Path mountPoint, String options) {
		LibC c = Native.libc();
		int[] sockets = new int[2];
		if (c.socketpair(AF_UNIX, SOCK_STREAM_CLOEXEC, 0, sockets) != 0) {
			throw new MountException(Reason.OTHER, "No socket: " + Native.describe(Native.errno()));
		}
		Helper helper;
		try {
			helper = Helper.start(sockets[0], "-o", options, "--", mountPoint.toString());
		}
		catch (RuntimeException ex) {
			c.close(sockets[1]);
			throw ex;
		}
		finally {
			c.close(sockets[0]);
		}
		DescriptorMessage message = DescriptorMessage.receive(sockets[1], 1);
		Integer device = (message != null) ? message.descriptor() : null;
		if (device == null) {
			c.close(sockets[1]);
			throw refused(mountPoint, helper.complaint());
		}
		helper.detach();
		try {
			return new KernelMount(mountPoint, device, helper, sockets[1]);
		}
		catch (RuntimeException ex) {
			close(device, sockets[1]);
			throw ex;
		}
	}

	/**
	 * Takes over a mount that another process has made.
	 * @param mountPoint the directory, without symbolic links
	 * @param options what the kernel is to check, which it does as it was told first
	 * @param device the open device of the mount
	 * @param socket the socket whose end the helper waits for, {@code null} if the mount
	 * has no helper
	 * @return the mount, to which both descriptors belong; the device gets another number
	 * @throws MountException if the device is not that of a living mount there; both
	 * descriptors are closed then
	 */
	public static KernelMount adopt(Path mountPoint, MountOptions options, int device, @Nullable Integer socket) {
		int end = (socket != null) ? socket : NO_SOCKET;
		try {
			requireMounted(mountPoint, options, device);
			return new KernelMount(mountPoint, device, null, end);
		}
		catch (RuntimeException ex) {
			close(device, end);
			throw ex;
		}
	}

	/** In this order, so that the helper unmounts. */
	private static void close(int device, int socket) {
		Native.libc().close(device);
		if (socket != NO_SOCKET) {
			Native.libc().close(socket);
		}
	}

	private static void requireMounted(Path mountPoint, MountOptions options, int device) {
		MountEntry entry = MountTable.read().at(mountPoint);
		String refusal = "The mount at " + mountPoint + " cannot be taken over: ";
		if (entry == null) {
			throw new MountException(Reason.NOT_MOUNTED, refusal + "nothing is mounted there");
		}
		String connection = entry.isFuse() ? connection(device) : "none";
		if (connection != null && !entry.device().equals(connection)) {
			throw new MountException(Reason.DISPLACED,
					refusal + "another filesystem (" + entry.type() + ") is mounted there");
		}
		if (isDead(device)) {
			throw new MountException(Reason.OTHER, refusal + "the kernel has ended its connection");
		}
		boolean same = entry.options().contains("ro") == options.readOnly()
				&& entry.options().contains("allow_other") == options.allowOther()
				&& entry.options().contains("default_permissions") == options.defaultPermissions();
		if (!same) {
			throw new MountException(Reason.OTHER,
					refusal + "read-only, allow-other or default-permissions of fusemount have changed");
		}
	}

	/**
	 * Returns the device number of the filesystem that an open device is connected to,
	 * {@code null} if the kernel does not tell.
	 */
	private static @Nullable String connection(int device) {
		try (Stream<String> lines = Files.lines(Path.of("/proc/self/fdinfo", Integer.toString(device)))) {
			return lines.filter((line) -> line.startsWith(CONNECTION))
				.map((line) -> "0:" + line.substring(CONNECTION.length()).strip())
				.findFirst()
				.orElse(null);
		}
		catch (IOException | UncheckedIOException ex) {
			return null;
		}
	}

	/** Also a device that was never connected. */
	private static boolean isDead(int device) {
		Pointer poll = Memory.allocateDirect(Native.RUNTIME, Long.BYTES, true);
		poll.putInt(0, device);
		Native.libc().poll(poll, 1, 0);
		return (poll.getShort(Integer.BYTES + Short.BYTES) & POLLERR) != 0;
	}

	/**
	 * Returns the mount point, without symbolic links.
	 */
	public Path mountPoint() {
		return this.mountPoint;
	}

	/**
	 * Returns the descriptor of the open device, which the caller owns from then on.
	 */
	public int device() {
		return this.device;
	}

	/**
	 * Returns the descriptor of the socket whose end tells the helper that this process
	 * has died, -1 if there is no helper.
	 */
	public int socket() {
		return this.socket;
	}

	/**
	 * Whether the filesystem is in the mount table, at any path.
	 */
	public boolean isMounted() {
		return entry() != null;
	}

	/**
	 * Returns why the filesystem is not reachable at its mount point, or {@code null} if
	 * it is.
	 */
	public @Nullable String displacement() {
		MountEntry entry = entry();
		if (entry == null) {
			return "Somebody has unmounted " + this.mountPoint
					+ " ('fusermount -uz' or 'umount -l') while programs use it: they can go on, but no other program finds it";
		}
		if (!entry.isAt(this.mountPoint)) {
			return "Somebody has renamed a directory: programs find it at " + entry.describe() + ", not at "
					+ this.mountPoint;
		}
		MountEntry top = MountTable.read().at(this.mountPoint);
		return (top == null || top.id() == entry.id()) ? null
				: "Somebody has mounted another filesystem (" + top.type() + ") over it at " + this.mountPoint;
	}

	/**
	 * Found by its id, because a directory above the mount point may be renamed. After
	 * the unmount, the kernel reuses id and device.
	 */
	private @Nullable MountEntry entry() {
		MountEntry entry = (this.id != null && !this.released.get()) ? MountTable.read().find(this.id) : null;
		return (entry != null && entry.device().equals(this.deviceNumber)) ? entry : null;
	}

	/**
	 * Whether the filesystem is in the mount table and its path leads to it.
	 */
	public boolean isOnTop() {
		return place() != null;
	}

	/**
	 * Returns its path, which denotes the topmost mount there; {@code null} if Java
	 * cannot represent it.
	 */
	private @Nullable Path place() {
		MountEntry entry = entry();
		Path place = (entry != null) ? entry.path() : null;
		MountEntry top = (place != null) ? MountTable.read().at(place) : null;
		return (entry != null && top != null && top.id() == entry.id()) ? place : null;
	}

	/**
	 * Removes the filesystem from the mount table.
	 * @return whether it was removed; {@code false} if it is in use
	 */
	public boolean unmount() {
		Path place = place();
		return (place != null) ? Unmount.plain(place).isEmpty() : !isMounted();
	}

	/**
	 * Removes the filesystem from the mount table even if it is in use, unless something
	 * else is mounted over it.
	 * @return why it is still there, empty if it is not or something else is mounted over
	 * it
	 */
	public String detach() {
		try {
			Path place = place();
			return (place != null) ? Unmount.lazy(place) : "";
		}
		catch (UncheckedIOException ex) {
			// Without a file descriptor the mount table cannot be read.
			return String.valueOf(ex.getMessage());
		}
	}

	/**
	 * Returns a descriptor of the root that does not involve the filesystem but keeps it
	 * reachable after {@link #detach()}.
	 */
	public int openRoot() {
		Path place = place();
		return (place != null) ? Native.libc().open(NativeText.encode(place.toString()), O_PATH_CLOEXEC) : -1;
	}

	/**
	 * Sends a request that the kernel never answers itself.
	 * @param descriptor the result of {@link #openRoot()}
	 * @return whether it was answered
	 */
	public boolean ask(int descriptor) {
		return Native.libc().fstatfs(descriptor, new byte[STATFS_SIZE]) == 0;
	}

	/**
	 * Closes the result of {@link #openRoot()}.
	 */
	public void closeRoot(int descriptor) {
		Native.libc().close(descriptor);
	}

	/**
	 * Ends the helper that would unmount after the death of this process. A helper that
	 * cannot be killed, or that another process has started, ends with its socket, and
	 * finds nothing dead to unmount. The device must be closed before.
	 */
	public void release() {
		if (this.released.compareAndSet(false, true)) {
			if (this.helper != null) {
				this.helper.kill();
			}
			closeSocket();
			if (this.helper != null) {
				this.helper.awaitEnd();
			}
		}
	}

	/**
	 * Lets go of the mount without unmounting it, because somebody else holds its
	 * descriptors as well; this object no longer finds it in the mount table. The helper
	 * goes on waiting for the last of those who hold its socket. The device must be
	 * closed before.
	 */
	public void leave() {
		if (this.released.compareAndSet(false, true)) {
			closeSocket();
		}
	}

	private void closeSocket() {
		if (this.socket != NO_SOCKET) {
			Native.libc().close(this.socket);
		}
	}

	private static MountException refused(Path mountPoint, String complaint) {
		String words = complaint.toLowerCase(Locale.ROOT);
		String message = "Mounting at " + mountPoint + " was refused: " + complaint;
		if (words.contains("allow_other")) {
			return new MountException(Reason.ALLOW_OTHER_REFUSED, message);
		}
		if (words.contains("device not found")) {
			return new MountException(Reason.NO_FUSE_DEVICE, message);
		}
		if (words.contains("/dev/fuse")) {
			return new MountException(Reason.FUSE_DEVICE_DENIED, message);
		}
		if (words.contains("no write access") || words.contains("not owned")) {
			return new MountException(Reason.MOUNT_POINT_DENIED, message);
		}
		if (words.contains("permi") || words.contains("denied")) {
			return new MountException(Reason.NOT_PERMITTED, message);
		}
		return new MountException(Reason.OTHER, message);
	}

}
