package io.fusemount.transport.jnr.callback;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.transport.device.protocol.OpenFlags;

/**
 * Access to a {@code struct fuse_file_info} of libfuse 2.9 on 64-bit Linux. jnr-fuse's
 * struct would be one object per call, and it treats the bit fields as bytes.
 */
final class FileInfo {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int FLAGS = 0;

	/** A 32-bit word of bit fields, after {@code fh_old} and {@code writepage}. */
	private static final int BITS = 20;

	private static final int DIRECT_IO = 1;

	private static final int HANDLE = 24;

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
		return OpenFlags.options(MEMORY.getInt(info + FLAGS));
	}

	/**
	 * Returns the options for a file that is created.
	 */
	static OpenOptions options(long info, int mode) {
		return OpenFlags.options(MEMORY.getInt(info + FLAGS), mode);
	}

}
