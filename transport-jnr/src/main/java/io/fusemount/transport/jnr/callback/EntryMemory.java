package io.fusemount.transport.jnr.callback;

import io.fusemount.core.name.Name;
import io.fusemount.core.vfs.DirectoryFiller;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.jnr.libfuse.NativeCall;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;

/**
 * The memory for passing directory entries to libfuse, one after the other.
 */
final class EntryMemory {

	/** After the {@code struct stat}, which is smaller on every platform. */
	private static final int NAME = 256;

	private final Pointer memory = Memory.allocateDirect(Runtime.getSystemRuntime(), NAME + Name.MAX_BYTES + 1, true);

	private final StatMemory stat;

	EntryMemory(StatMemory stat) {
		this.stat = stat;
	}

	/**
	 * Returns a filler for one {@code readdir}.
	 * @param function libfuse's function that receives an entry
	 * @param buffer libfuse's buffer, an argument of that function
	 */
	DirectoryFiller filler(long function, long buffer) {
		return (name, status, nextOffset) -> add(function, buffer, name, status, nextOffset);
	}

	private boolean add(long function, long buffer, String name, FileStatus status, long nextOffset) {
		byte[] bytes = NativeText.encode(name);
		this.memory.put(NAME, bytes, 0, bytes.length);
		long address = this.memory.address();
		this.stat.writeEntry(address, status);
		return NativeCall.fillDirectory(function, buffer, address + NAME, address, nextOffset);
	}

}
