package io.fusemount.transport.device.protocol;

import io.fusemount.core.node.Ownership;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.OpenOptions.Creation;

/**
 * The flags of {@code open(2)} on Linux, as the kernel passes them on.
 */
public final class OpenFlags {

	/** Which bit it is depends on the machine. */
	public static final int O_DIRECT = System.getProperty("os.arch").equals("aarch64") ? 0200000 : 040000;

	private static final int O_ACCMODE = 3;

	private static final int O_WRONLY = 1;

	private static final int O_RDWR = 2;

	private static final int O_EXCL = 0200;

	private static final int O_TRUNC = 01000;

	private static final int O_APPEND = 02000;

	private static final int OWNER_ONLY = 0600;

	private static final int PERMISSIONS = 0777;

	private OpenFlags() {
	}

	/**
	 * Returns the options for an existing file.
	 */
	public static OpenOptions options(int flags) {
		return options(flags, Creation.SHARED, 0);
	}

	/**
	 * Returns the options for a file that is created with mode bits.
	 */
	public static OpenOptions options(int flags, int mode) {
		if ((flags & O_EXCL) == 0) {
			return options(flags, Creation.SHARED, mode);
		}
		boolean temporary = (flags & O_ACCMODE) == O_RDWR && (mode & PERMISSIONS) == OWNER_ONLY;
		return options(flags, temporary ? Creation.TEMPORARY : Creation.EXCLUSIVE, mode);
	}

	private static OpenOptions options(int flags, Creation creation, int mode) {
		int access = flags & O_ACCMODE;
		return new OpenOptions(access != O_WRONLY, access != 0, (flags & O_TRUNC) != 0, creation,
				(flags & O_APPEND) != 0, false, mode & Ownership.MODE_BITS);
	}

}
