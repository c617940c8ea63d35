package io.fusemount.transport.device.protocol;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * Requests of programs that no filesystem of this project supports.
 */
public final class Refused {

	private static final int KIND = 0170000;

	private static final int REGULAR_FILE = 0100000;

	private Refused() {
	}

	/**
	 * Rejects the creation of anything except a regular file. As in {@code mknod(2)}, a
	 * mode without a file type denotes a regular file.
	 * @throws ErrnoException {@code EPERM}
	 */
	public static void unlessRegular(int mode) {
		int kind = mode & KIND;
		if (kind != 0 && kind != REGULAR_FILE) {
			throw new ErrnoException(Errno.EPERM, "Only regular files can be created");
		}
	}

	/**
	 * Returns the answer to {@code link(2)}, {@code EPERM}.
	 */
	public static ErrnoException hardLink() {
		return new ErrnoException(Errno.EPERM, "Hard links are not supported: a file has one name");
	}

	/**
	 * Returns the answer to {@code symlink(2)}, {@code EPERM}.
	 */
	public static ErrnoException symbolicLink() {
		return new ErrnoException(Errno.EPERM, "Symbolic links cannot be created here");
	}

}
