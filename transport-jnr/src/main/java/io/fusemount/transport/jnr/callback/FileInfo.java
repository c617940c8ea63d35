package io.fusemount.transport.jnr.callback;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.OpenOptions.Creation;

/**
 * Access to a {@code struct fuse_file_info} of libfuse 2.9 on 64-bit Linux. jnr-fuse's
 * struct would be an object per call, and it takes the bit fields for bytes.
 */
final class FileInfo {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int FLAGS = 0;

	/** A 32-bit word of bit fields, after {@code fh_old} and {@code writepage}. */
	private static final int BITS = 20;

	private static final int DIRECT_IO = 1;

	private static final int HANDLE = 24;

	private static final int O_ACCMODE = 3;

	private static final int O_WRONLY = 1;

	private static final int O_RDWR = 2;

	private static final int O_EXCL = 0200;

	private static final int O_TRUNC = 01000;

	private static final int O_APPEND = 02000;

	private static final int OWNER_ONLY = 0600;

	private static final int PERMISSIONS = 0777;

	private FileInfo() {
	}

	static HandleId handle(long info) {
		return new HandleId(MEMORY.getLong(info + HANDLE));
	}

	static void handle(long info, HandleId handle) {
		MEMORY.putLong(info + HANDLE, handle.value());
	}

	static void directIo(long info) {
		MEMORY.putInt(info + BITS, MEMORY.getInt(info + BITS) | DIRECT_IO);
	}

	static OpenOptions options(long info) {
		return options(info, Creation.SHARED);
	}

	/**
	 * Returns the options of a file that is created.
	 */
	static OpenOptions options(long info, int mode) {
		int flags = MEMORY.getInt(info + FLAGS);
		if ((flags & O_EXCL) == 0) {
			return options(info, Creation.SHARED);
		}
		boolean temporary = (flags & O_ACCMODE) == O_RDWR && (mode & PERMISSIONS) == OWNER_ONLY;
		return options(info, temporary ? Creation.TEMPORARY : Creation.EXCLUSIVE);
	}

	private static OpenOptions options(long info, Creation creation) {
		int flags = MEMORY.getInt(info + FLAGS);
		int mode = flags & O_ACCMODE;
		return new OpenOptions(mode != O_WRONLY, mode != 0, (flags & O_TRUNC) != 0, creation, (flags & O_APPEND) != 0,
				false);
	}

}
