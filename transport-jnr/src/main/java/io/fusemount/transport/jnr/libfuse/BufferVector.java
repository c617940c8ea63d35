package io.fusemount.transport.jnr.libfuse;

import com.kenai.jffi.MemoryIO;
import io.fusemount.transport.device.libc.Native;

/**
 * A {@code struct fuse_bufvec} of libfuse 2.9 on 64-bit Linux with one buffer: the answer
 * to a read as memory, or as a range of an open file. libfuse frees it.
 */
public final class BufferVector {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int SIZE = 64;

	private static final int LENGTH = 24;

	private static final int FLAGS = 32;

	private static final int ADDRESS = 40;

	private static final int DESCRIPTOR = 48;

	private static final int POSITION = 56;

	/** {@code FUSE_BUF_IS_FD} and {@code FUSE_BUF_FD_SEEK}. */
	private static final int FILE = 1 << 1 | 1 << 2;

	private BufferVector() {
	}

	/**
	 * Answers with a range of a file.
	 * @param cell the cell from which libfuse takes the address
	 */
	public static void range(long cell, int descriptor, long position, long length) {
		long vector = allocate(cell, length);
		MEMORY.putInt(vector + FLAGS, FILE);
		MEMORY.putInt(vector + DESCRIPTOR, descriptor);
		MEMORY.putLong(vector + POSITION, position);
	}

	/**
	 * Answers with memory.
	 * @return the address of the memory
	 */
	public static long memory(long cell, long length) {
		long vector = allocate(cell, length);
		long memory = Native.libc().malloc(Math.max(length, 1));
		MEMORY.putLong(vector + ADDRESS, memory);
		return memory;
	}

	/**
	 * Shortens the answer.
	 */
	public static void length(long cell, long length) {
		MEMORY.putLong(MEMORY.getLong(cell) + LENGTH, length);
	}

	private static long allocate(long cell, long length) {
		long vector = Native.libc().malloc(SIZE);
		MEMORY.setMemory(vector, SIZE, (byte) 0);
		MEMORY.putLong(vector, 1);
		MEMORY.putLong(vector + LENGTH, length);
		MEMORY.putLong(cell, vector);
		return vector;
	}

}
