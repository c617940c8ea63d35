package io.fusemount.autoconfigure;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.UnsavedLimits;
import org.jspecify.annotations.Nullable;

/**
 * Where the spool of a mount is: as configured, or below the directory for temporary
 * files at a place that is the same at each start.
 */
final class SpoolDirectory {

	private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

	private SpoolDirectory() {
	}

	/**
	 * Opens the spool.
	 * @param configured the directory, or {@code null} for the default
	 * @param limits how much is kept of what could not be stored
	 * @throws MountException if that is not possible
	 */
	static Spool open(@Nullable String configured, Path mountPoint, UnsavedLimits limits, OperationListener listener) {
		try {
			return Spool.open((configured != null) ? Path.of(configured) : defaultFor(mountPoint), limits, listener);
		}
		catch (IOException ex) {
			throw new MountException(MountException.Reason.OTHER,
					"The spool can not be used (" + ex.getMessage() + "). Set fusemount.spool.directory", ex);
		}
	}

	private static Path defaultFor(Path mountPoint) throws IOException {
		int uid = ProcessIdentity.current().uid();
		Path own = Path.of(System.getProperty("java.io.tmpdir"), "fusemount-" + Integer.toUnsignedString(uid));
		try {
			Files.createDirectory(own, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
		}
		catch (FileAlreadyExistsException ex) {
			requireOwn(own, uid);
		}
		String path = mountPoint.toString();
		String readable = path.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-", "");
		return own
			.resolve("%s-%08x".formatted(readable.substring(0, Math.min(readable.length(), 60)), path.hashCode()));
	}

	/** Anybody may have created a directory of this name where everybody may write. */
	private static void requireOwn(Path directory, int uid) throws IOException {
		boolean own = Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
				&& Integer.valueOf(uid).equals(Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS))
				&& OWNER_ONLY.equals(Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS));
		if (!own) {
			throw new IOException(directory + " is not this user's alone");
		}
	}

}
