package io.fusemount.transport.jnr.callback;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.file.Descriptor;
import io.fusemount.transport.device.file.Descriptors;
import io.fusemount.transport.jnr.libfuse.FuseSession;
import io.fusemount.transport.device.protocol.FuseProtocol;

/**
 * Reads of less than two pages, answered to the kernel without libfuse, which would take
 * memory and locks and call back into the JVM: that costs more than the bytes. What is on
 * the local disk, the kernel copies from where it is.
 */
final class SmallReads {

	/** What is less can not be spliced. */
	static final int LIMIT = 8192;

	/** Reads at random places of many files are not worth opening them in turn. */
	private static final int PATIENCE = 4096;

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
	 * Answers a request, if it is such a read.
	 * @return whether it was; if not, it is left to libfuse
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
		Answer answer = request.answer();
		answer.complete(request.unique(), read(answer, handle, offset, size));
		boolean readable = session.answer(answer.address(), Answer.PIECES);
		answer.sent(readable);
		return true;
	}

	/** Whatever is thrown, the program gets an answer. */
	private int read(Answer answer, HandleId handle, long offset, int size) {
		try {
			return this.door.askHandle(Operation.READ, handle, (open) -> fill(answer, open, offset, size));
		}
		catch (Throwable ex) {
			return -Errno.EIO.code();
		}
	}

	private int fill(Answer answer, HandleId handle, long offset, int size) {
		LocalRange range = this.fileSystem.locate(handle, offset, size);
		return (range != null && point(answer, range)) ? range.length()
				: this.fileSystem.read(handle, offset, answer.content(size));
	}

	private boolean point(Answer answer, LocalRange range) {
		Descriptor descriptor = this.descriptors.acquire(range, PATIENCE);
		return descriptor != null && answer.contentOf(descriptor, range);
	}

}
