package io.fusemount.transport.device.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.local.LocalRange;
import io.fusemount.transport.device.file.Descriptor;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.protocol.FuseProtocol;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a thread to the request that it serves: two {@code struct iovec}, one for
 * a {@code struct fuse_out_header} and one for the content after it, which may be
 * elsewhere.
 */
public final class AnswerBuffer {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int EFAULT = 14;

	/** From Linux 5.14 on. */
	private static final int MADV_POPULATE_READ = 22;

	private static final int PAGE = 4096;

	private static final int PIECES = 2;

	private static final int HEADER = PIECES * FuseProtocol.VECTOR_SIZE;

	private static final int BODY = HEADER + FuseProtocol.OUT_HEADER_SIZE;

	private static final int BODY_ADDRESS = FuseProtocol.VECTOR_SIZE;

	private static final int BODY_LENGTH = BODY_ADDRESS + Long.BYTES;

	private final long address;

	private final ByteBuffer bytes;

	private final ByteBuffer body;

	private final boolean complete;

	private int length;

	/** The place of the content if it is in a local file. */
	private @Nullable LocalRange range;

	private @Nullable Descriptor descriptor;

	private @Nullable Runnable ifLost;

	/**
	 * Allocates the buffer.
	 * @param size the maximum number of bytes after the header
	 */
	public AnswerBuffer(int size) {
		this(size, false);
	}

	/**
	 * Allocates the buffer.
	 * @param size the maximum number of bytes after the header
	 * @param complete whether all pages of content are there before it is sent. Where one
	 * is missing while the process is being killed, the kernel ends the request with EIO,
	 * which another process could have answered
	 */
	public AnswerBuffer(int size, boolean complete) {
		this.complete = complete;
		this.address = MEMORY.allocateMemory(BODY + (long) size, false);
		this.bytes = MEMORY.newDirectByteBuffer(this.address, BODY + size).order(ByteOrder.nativeOrder());
		this.body = this.bytes.slice(BODY, size).order(ByteOrder.nativeOrder());
		this.bytes.putLong(0, this.address + HEADER);
		this.bytes.putLong(Long.BYTES, FuseProtocol.OUT_HEADER_SIZE);
	}

	/**
	 * Frees the memory.
	 */
	public void free() {
		MEMORY.freeMemory(this.address);
	}

	/**
	 * Begins an answer without content after its header.
	 */
	public void begin() {
		this.length = 0;
		this.ifLost = null;
		this.bytes.putLong(BODY_ADDRESS, this.address + BODY);
	}

	/**
	 * Returns the space for content after the header, whose length is set
	 * {@linkplain #length separately}.
	 */
	public ByteBuffer body() {
		return this.body.limit(this.body.capacity()).position(0);
	}

	/**
	 * Sets the number of bytes after the header.
	 */
	public void length(int bytes) {
		this.length = bytes;
	}

	/**
	 * Lets the kernel take the content after the header from a local file.
	 * @param file the file, released after the answer has been sent
	 * @return whether that is possible
	 */
	public boolean contentOf(Descriptor file, LocalRange from) {
		long mapped = file.address();
		if (mapped == 0) {
			file.release();
			return false;
		}
		this.descriptor = file;
		this.range = from;
		this.length = from.length();
		this.bytes.putLong(BODY_ADDRESS, mapped + from.position());
		if (this.complete) {
			populate(mapped + from.position(), this.length);
		}
		return true;
	}

	/** What cannot be read fails when it is sent. */
	private static void populate(long address, int length) {
		long start = address & -PAGE;
		Native.libc().madvise(start, address + length - start, MADV_POPULATE_READ);
	}

	/**
	 * Sets the action to run if the kernel rejects the answer because nothing waits for
	 * it any longer, so that the kernel does not know the content of the answer.
	 */
	public void ifLost(Runnable action) {
		this.ifLost = action;
	}

	/**
	 * Sends the answer.
	 * @param unique the number of the request
	 * @param error 0, or a negative error number, which is sent without content
	 */
	public void send(LibC libc, int device, long unique, int error) {
		int after = (error == 0) ? this.length : 0;
		this.bytes.putInt(HEADER, FuseProtocol.OUT_HEADER_SIZE + after)
			.putInt(HEADER + FuseProtocol.OUT_ERROR, error)
			.putLong(HEADER + FuseProtocol.OUT_UNIQUE, unique)
			.putLong(BODY_LENGTH, after);
		boolean sent = libc.writev(device, this.address, PIECES) >= 0;
		// In that case the kernel has returned EIO to the program.
		boolean unreadable = !sent && Native.errno() == EFAULT;
		ended(unreadable);
		if (!sent) {
			drop(error);
		}
	}

	/**
	 * Copies the content of the answer, for a kernel that takes it from memory of its
	 * own.
	 * @param target the address of at least as many bytes as this buffer has
	 * @return the number of bytes after the header, or a negative error number
	 */
	public int copy(LibC libc, long target) {
		Descriptor file = this.descriptor;
		LocalRange from = this.range;
		if (file == null || from == null) {
			MEMORY.copyMemory(this.address + BODY, target, this.length);
			return this.length;
		}
		boolean complete = read(libc, file.number(), from, target);
		ended(!complete);
		return complete ? this.length : -Errno.EIO.code();
	}

	private static boolean read(LibC libc, int file, LocalRange from, long target) {
		long done = 0;
		while (done < from.length()) {
			long count = libc.pread(file, target + done, from.length() - done, from.position() + done);
			if (count == 0 || count < 0 && Native.errno() != Errno.EINTR.code()) {
				return false;
			}
			done += Math.max(0, count);
		}
		return true;
	}

	/**
	 * Ends an answer that nobody gets.
	 * @param error 0, or a negative error number
	 */
	public void drop(int error) {
		ended(false);
		Runnable undo = this.ifLost;
		this.ifLost = null;
		if (error == 0 && undo != null) {
			undo.run();
		}
	}

	private void ended(boolean unreadable) {
		Descriptor file = this.descriptor;
		LocalRange from = this.range;
		this.descriptor = null;
		this.range = null;
		if (file != null) {
			file.release();
		}
		if (from != null && unreadable) {
			from.file().damaged();
		}
	}

}
