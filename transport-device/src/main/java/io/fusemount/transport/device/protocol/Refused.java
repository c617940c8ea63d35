package io.fusemount.transport.device.protocol;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * What programs ask the kernel for and no filesystem of ours has.
 */
public final class Refused {

	private static final int KIND = 0170000;

	private static final int REGULAR_FILE = 0100000;

	private Refused() {
	}

	/**
	 * Refuses to make anything but a regular file. A mode without a kind means one, as
	 * {@code mknod(2)} has it.
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
		return new ErrnoException(Errno.EPERM, "A file has one name: hard links do not exist here");
	}

	/**
	 * Returns the answer to {@code symlink(2)}, {@code EPERM}.
	 */
	public static ErrnoException symbolicLink() {
		return new ErrnoException(Errno.EPERM, "Symbolic links can not be created here");
	}

}
