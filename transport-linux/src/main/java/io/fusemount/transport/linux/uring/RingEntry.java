package io.fusemount.transport.linux.uring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.PageManager;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.SystemCall;
import io.fusemount.transport.device.protocol.FuseProtocol;

/**
 * A place for one request of one processor, and then for its answer, in memory that the
 * kernel knows: {@code struct fuse_uring_req_header} and the content after it. Pages that
 * are never written to take no memory.
 */
final class RingEntry {

	/** The number of {@code struct iovec} that describe the memory. */
	static final int PIECES = 2;

	private static final int ENOTCONN = 107;

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int HEADER = 64;

	/** Positions in {@code struct fuse_uring_req_header}, and its size. */
	private static final int STRUCT = 128;

	private static final int COMMIT = 256 + 8;

	private static final int CONTENT_SIZE = 256 + 16;

	private static final int HEADER_SIZE = 288;

	private static final int CONTENT = HEADER + HEADER_SIZE + 32;

	/** Content beyond this is not kept in memory. */
	private static final int KEPT = 1 << 16;

	private static final long PAGE_SIZE = PageManager.getInstance().pageSize();

	private static final int MADV_DONTNEED = 4;

	/** Of a large page, hardly any would be used. */
	private static final int MADV_NOHUGEPAGE = 15;

	private final long id;

	private final int queue;

	private final long address;

	private final long length;

	private final ByteBuffer bytes;

	/** The size of the largest content since the memory was given back. */
	private int used;

	/**
	 * Allocates the memory.
	 * @param id the id of its commands
	 * @param queue the number of the processor whose requests it is for
	 * @param size the size of the largest content in bytes
	 * @throws OutOfMemoryError if there is none
	 */
	RingEntry(long id, int queue, int size) {
		this.id = id;
		this.queue = queue;
		this.length = CONTENT + (long) size;
		this.address = SystemCall.mapMemory(this.length);
		if (this.address == -1) {
			throw new OutOfMemoryError(Native.describe(Native.errno()));
		}
		Native.libc().madvise(this.address, this.length, MADV_NOHUGEPAGE);
		this.bytes = MEMORY.newDirectByteBuffer(this.address, CONTENT).order(ByteOrder.nativeOrder());
		this.bytes.putLong(0, this.address + HEADER)
			.putLong(Long.BYTES, HEADER_SIZE)
			.putLong(FuseProtocol.VECTOR_SIZE, content())
			.putLong(FuseProtocol.VECTOR_SIZE + Long.BYTES, size);
	}

	void free() {
		Native.libc().munmap(this.address, this.length);
	}

	long id() {
		return this.id;
	}

	int queue() {
		return this.queue;
	}

	/**
	 * Returns the address of the description of the memory for the kernel.
	 */
	long vector() {
		return this.address;
	}

	/**
	 * Returns the address of the content.
	 */
	long content() {
		return this.address + CONTENT;
	}

	/**
	 * Returns the number of the request.
	 */
	long number() {
		return this.bytes.getLong(HEADER + COMMIT);
	}

	/**
	 * Returns the user whose program sent the request.
	 */
	int user() {
		return this.bytes.getInt(HEADER + FuseProtocol.IN_UID);
	}

	/**
	 * Copies the request in the form that it has on the device. The memory of the entry
	 * is not used while a request is served, because another thread may answer it.
	 * @param target the address of enough bytes
	 */
	void read(long target) {
		int length = this.bytes.getInt(HEADER + FuseProtocol.IN_LENGTH) - FuseProtocol.IN_HEADER_SIZE;
		int content = this.bytes.getInt(HEADER + CONTENT_SIZE);
		long body = target + FuseProtocol.IN_HEADER_SIZE;
		this.used = Math.max(this.used, content);
		MEMORY.copyMemory(this.address + HEADER, target, FuseProtocol.IN_HEADER_SIZE);
		MEMORY.copyMemory(this.address + HEADER + STRUCT, body, length - content);
		MEMORY.copyMemory(content(), body + length - content, content);
	}

	/**
	 * Writes the header of the answer, whose content is there already.
	 * @param length the number of bytes of the content
	 * @param error 0, or a negative error number
	 */
	void answer(int length, int error) {
		this.used = Math.max(this.used, length);
		this.bytes.putLong(HEADER + FuseProtocol.OUT_UNIQUE, number())
			.putInt(HEADER, FuseProtocol.OUT_HEADER_SIZE + length)
			.putInt(HEADER + FuseProtocol.OUT_ERROR, error)
			.putInt(HEADER + CONTENT_SIZE, length);
	}

	/**
	 * Writes the answer to a request that comes after the end. Its program could not even
	 * be killed without one.
	 */
	void refuse() {
		answer(0, -ENOTCONN);
	}

	/**
	 * Whether so much of the memory was used that it should be given back.
	 */
	boolean isLarge() {
		return this.used > KEPT;
	}

	/**
	 * Gives memory of the content back to the system, while the entry has no request.
	 */
	void shrink() {
		if (isLarge()) {
			long start = (content() + KEPT) / PAGE_SIZE * PAGE_SIZE;
			Native.libc().madvise(start, content() + this.used - start, MADV_DONTNEED);
		}
		this.used = 0;
	}

}
