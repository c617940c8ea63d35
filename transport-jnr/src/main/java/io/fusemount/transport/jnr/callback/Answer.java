package io.fusemount.transport.jnr.callback;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.local.LocalRange;
import io.fusemount.transport.device.file.Descriptor;
import io.fusemount.transport.device.protocol.FuseProtocol;
import org.jspecify.annotations.Nullable;

/**
 * An answer to the kernel that does not come from libfuse: two {@code struct iovec}, for
 * a {@code struct fuse_out_header} and for content, which may be elsewhere.
 */
final class Answer {

	/** The number of pieces. */
	static final int PIECES = 2;

	private static final int HEADER_ADDRESS = 0;

	private static final int HEADER_LENGTH = 8;

	private static final int CONTENT_ADDRESS = FuseProtocol.VECTOR_SIZE;

	private static final int CONTENT_LENGTH = CONTENT_ADDRESS + Long.BYTES;

	private static final int LENGTH = PIECES * FuseProtocol.VECTOR_SIZE;

	private static final int ERROR = LENGTH + FuseProtocol.OUT_ERROR;

	private static final int UNIQUE = LENGTH + FuseProtocol.OUT_UNIQUE;

	private static final int CONTENT = LENGTH + FuseProtocol.OUT_HEADER_SIZE;

	private final ByteBuffer bytes;

	private final ByteBuffer content;

	private final long address;

	/** Where the content is, if it is in a local file. */
	private @Nullable LocalRange range;

	private @Nullable Descriptor descriptor;

	/**
	 * Allocates memory.
	 * @param size the most bytes of content
	 */
	Answer(int size) {
		this.bytes = ByteBuffer.allocateDirect(CONTENT + size).order(ByteOrder.nativeOrder());
		this.content = this.bytes.slice(CONTENT, size);
		this.address = MemoryIO.getInstance().getDirectBufferAddress(this.bytes);
		this.bytes.putLong(HEADER_ADDRESS, this.address + LENGTH);
		this.bytes.putLong(HEADER_LENGTH, FuseProtocol.OUT_HEADER_SIZE);
	}

	/**
	 * Returns the address of the pieces.
	 */
	long address() {
		return this.address;
	}

	/**
	 * Returns room for so many bytes of content.
	 */
	ByteBuffer content(int size) {
		this.bytes.putLong(CONTENT_ADDRESS, this.address + CONTENT);
		return this.content.limit(size).position(0);
	}

	/**
	 * Lets the kernel take the content from a local file.
	 * @param file is released when the answer has been sent
	 * @return whether that is possible
	 */
	boolean contentOf(Descriptor file, LocalRange range) {
		long mapped = file.address();
		if (mapped == 0) {
			file.release();
			return false;
		}
		this.descriptor = file;
		this.range = range;
		this.bytes.putLong(CONTENT_ADDRESS, mapped + range.position());
		return true;
	}

	/**
	 * Writes the header.
	 * @param unique the number of the request
	 * @param result the number of bytes of content, or a negative error number
	 */
	void complete(long unique, int result) {
		int length = Math.max(0, result);
		this.bytes.putLong(CONTENT_LENGTH, length);
		this.bytes.putInt(LENGTH, FuseProtocol.OUT_HEADER_SIZE + length);
		this.bytes.putInt(ERROR, Math.min(0, result));
		this.bytes.putLong(UNIQUE, unique);
	}

	/**
	 * Takes note that it has been sent.
	 * @param readable whether the kernel could read the content
	 */
	void sent(boolean readable) {
		Descriptor file = this.descriptor;
		LocalRange from = this.range;
		this.descriptor = null;
		this.range = null;
		if (file != null) {
			file.release();
		}
		if (from != null && !readable) {
			from.file().damaged();
		}
	}

}
