package io.fusemount.transport.device.mount;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mountinfo.MountEntry;
import io.fusemount.core.mountinfo.MountTable;
import io.fusemount.core.mountinfo.PathWalk;
import io.fusemount.transport.device.libc.Native;
import org.jspecify.annotations.Nullable;

/**
 * The directory at which a filesystem will appear, and the problems that it can have.
 */
public final class MountPoint {

	private static final Path DEVICE = Path.of("/dev/fuse");

	private static final String USER = "'" + System.getProperty("user.name") + "'";

	private static final int ENOTCONN = 107;

	private static final int ECONNABORTED = 103;

	private static final Duration STALE_CHECK = Duration.ofSeconds(5);

	/** The maximum number of dead mounts on top of each other that are removed. */
	private static final int MAX_STALE = 16;

	private MountPoint() {
	}

	/**
	 * Requires that the device can be opened.
	 * @throws MountException {@code NO_FUSE_DEVICE} or {@code FUSE_DEVICE_DENIED}
	 */
	public static void requireDevice() {
		if (!Files.exists(DEVICE)) {
			throw new MountException(Reason.NO_FUSE_DEVICE,
					"There is no /dev/fuse: the kernel module fuse is not loaded, or the container was started without it");
		}
		if (!Files.isReadable(DEVICE) || !Files.isWritable(DEVICE)) {
			throw new MountException(Reason.FUSE_DEVICE_DENIED, "/dev/fuse may not be opened by the user " + USER);
		}
	}

	/**
	 * Prepares the directory for mounting: a dead mount of an earlier process is removed.
	 * @return its path without symbolic links
	 * @throws MountException if nothing can be mounted there
	 */
	public static Path prepare(Path path) {
		Path real = clearStale(withoutLinks(path));
		requireDirectory(real);
		if (!Files.isWritable(real)) {
			throw new MountException(Reason.MOUNT_POINT_DENIED,
					"The mount point " + real + " is not writable for the user " + USER + ", as mounting requires");
		}
		return real;
	}

	/**
	 * Requires that nothing is mounted there that nobody serves and somebody holds: a
	 * process may be about to start that goes on with it. Waits for seconds if there is.
	 * @throws MountException {@code MOUNT_POINT_IN_USE} if there is
	 */
	public static void requireNotHeld(Path path) {
		Path place = PathWalk.unvisited(path);
		MountEntry entry = MountTable.read().at(place);
		if (entry != null && entry.isFuse() && look(place) == State.HANGING) {
			throw inUse(place, entry, State.HANGING);
		}
	}

	private static MountException inUse(Path path, MountEntry entry, State state) {
		return new MountException(Reason.MOUNT_POINT_IN_USE,
				"Another filesystem (" + entry.type() + ") is mounted at " + path
						+ ((state == State.HANGING) ? " and does not answer: it may be held for a process that is "
								+ "about to start (umount -f " + path + " clears it)" : ""));
	}

	/** A dead mount cannot be resolved. */
	private static Path withoutLinks(Path path) {
		try {
			return path.toRealPath();
		}
		catch (IOException ex) {
			return PathWalk.unvisited(path);
		}
	}

	private static Path clearStale(Path path) {
		for (int i = 0; i < MAX_STALE; i++) {
			MountEntry entry = MountTable.read().at(path);
			// A volume or bind mount is an ordinary directory for this purpose.
			if (entry == null || !entry.isFuse()) {
				return path;
			}
			MountException refusal = clear(path, entry);
			// The helper of a process that has just died unmounts at its own pace.
			if (refusal != null && entry.equals(MountTable.read().at(path))) {
				throw refusal;
			}
		}
		throw new MountException(Reason.OTHER, "Dead mounts at " + path + " keep coming back");
	}

	/**
	 * Removes a dead mount.
	 * @return why it cannot be removed, {@code null} if it is gone
	 */
	private static @Nullable MountException clear(Path path, MountEntry entry) {
		State state = look(path);
		if (state != State.DEAD) {
			return inUse(path, entry, state);
		}
		String complaint = Unmount.lazy(path);
		return complaint.isEmpty() ? null : new MountException(Reason.NOT_PERMITTED,
				"The dead mount at " + path + " could not be cleared: " + complaint);
	}

	/**
	 * The kernel may have cached the attributes of a dead mount. It ends a request with
	 * ECONNABORTED if the process dies meanwhile.
	 */
	private static State look(Path path) {
		return Probe.run("fusemount-stale-check", STALE_CHECK, () -> {
			try {
				Files.newDirectoryStream(path).close();
				return State.ALIVE;
			}
			catch (FileSystemException ex) {
				String reason = String.valueOf(ex.getReason());
				boolean gone = reason.equals(Native.describe(ENOTCONN)) || reason.equals(Native.describe(ECONNABORTED));
				return gone ? State.DEAD : State.ALIVE;
			}
		}, State.HANGING);
	}

	private static void requireDirectory(Path path) {
		try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
			if (entries.iterator().hasNext()) {
				throw new MountException(Reason.MOUNT_POINT_NOT_EMPTY,
						"The mount point " + path + " is not empty: the mount would hide its content");
			}
		}
		catch (NoSuchFileException ex) {
			throw new MountException(Reason.MOUNT_POINT_MISSING, "The mount point " + path + " does not exist");
		}
		catch (NotDirectoryException ex) {
			throw new MountException(Reason.MOUNT_POINT_NOT_A_DIRECTORY,
					"The mount point " + path + " is not a directory");
		}
		catch (AccessDeniedException ex) {
			throw new MountException(Reason.MOUNT_POINT_DENIED,
					"The mount point " + path + " is not readable for the user " + USER, ex);
		}
		catch (IOException ex) {
			throw new MountException(Reason.OTHER, "The mount point " + path + " cannot be read: " + ex.getMessage(),
					ex);
		}
	}

	private enum State {

		/** A process serves the mount. */
		ALIVE,
		/** The process that served the mount is gone. */
		DEAD,
		/** A process holds the mount but does not answer. */
		HANGING

	}

}
