package io.fusemount.transport.jnr.callback;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.file.Descriptor;
import io.fusemount.transport.device.file.Descriptors;
import io.fusemount.transport.device.message.AnswerBuffer;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.jnr.libfuse.FuseSession;

/**
 * Reads of less than two pages, answered to the kernel without libfuse, which would take
 * memory and locks and call back into the JVM, at a higher cost than the bytes
 * themselves. Bytes on the local disk are copied by the kernel directly.
 */
final class SmallReads {

	/** Smaller reads cannot be spliced. */
	static final int LIMIT = 8192;

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final Descriptors descriptors;

	SmallReads(VirtualFileSystem fileSystem, Door door, Descriptors descriptors) {
		this.fileSystem = fileSystem;
		this.door = door;
		this.descriptors = descriptors;
	}

	/**
	 * Answers a request if it is such a read.
	 * @return whether the request was answered; otherwise it is left to libfuse
	 */
	boolean serve(Request request, FuseSession session) {
		if (request.opcode() != FuseProtocol.READ) {
			return false;
		}
		int size = MEMORY.getInt(request.address() + FuseProtocol.READ_SIZE);
		if (size >= LIMIT) {
			return false;
		}
		long offset = MEMORY.getLong(request.address() + FuseProtocol.READ_OFFSET);
		HandleId handle = new HandleId(MEMORY.getLong(request.address() + FuseProtocol.READ_HANDLE));
		AnswerBuffer answer = request.answer();
		answer.begin();
		session.answer(answer, request.unique(), Math.min(0, read(answer, handle, offset, size)));
		return true;
	}

	/** The program gets an answer even if an exception is thrown. */
	private int read(AnswerBuffer answer, HandleId handle, long offset, int size) {
		try {
			return this.door.askHandle(Operation.READ, handle, (open) -> fill(answer, open, offset, size));
		}
		catch (Throwable ex) {
			return -Errno.EIO.code();
		}
	}

	private int fill(AnswerBuffer answer, HandleId handle, long offset, int size) {
		LocalRange range = this.fileSystem.locate(handle, offset, size);
		if (range != null && point(answer, range, size)) {
			return range.length();
		}
		int length = this.fileSystem.read(handle, offset, answer.body().limit(size));
		answer.length(length);
		return length;
	}

	private boolean point(AnswerBuffer answer, LocalRange range, int size) {
		Descriptor descriptor = this.descriptors.acquire(range, size);
		return descriptor != null && answer.contentOf(descriptor, range);
	}

}
