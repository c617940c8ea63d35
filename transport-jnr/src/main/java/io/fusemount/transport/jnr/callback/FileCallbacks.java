package io.fusemount.transport.jnr.callback;

import java.nio.ByteBuffer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.file.Descriptor;
import io.fusemount.transport.device.file.Descriptors;
import io.fusemount.transport.device.process.ProcessDescriptors;
import io.fusemount.transport.device.protocol.AllocationMode;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.jnr.libfuse.BufferVector;

/**
 * The operations on the content of files. Bytes are passed directly between native memory
 * and the core.
 */
final class FileCallbacks {

	private static final int NOT_HERE = -Errno.ENOSYS.code();

	/** The kernel looks the name up again, once. */
	private static final int LOOK_UP_AGAIN = -Errno.ESTALE.code();

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final OpenNodes nodes;

	private final Lookups lookups;

	private final Descriptors descriptors;

	private final ProcessDescriptors processes = new ProcessDescriptors();

	FileCallbacks(VirtualFileSystem fileSystem, Door door, OpenNodes nodes, Lookups lookups, Descriptors descriptors) {
		this.fileSystem = fileSystem;
		this.door = door;
		this.nodes = nodes;
		this.lookups = lookups;
		this.descriptors = descriptors;
	}

	void register(FunctionTable table) {
		table.pp(Operation.OPEN, this::open);
		table.pip(Operation.CREATE, this::create);
		table.readBuffer(this::read);
		table.ppppp(Operation.WRITE, this::write);
		table.pp(Operation.TRUNCATE, this::truncate);
		table.ppp(Operation.FTRUNCATE, this::ftruncate);
		table.pippp(Operation.FALLOCATE, this::fallocate);
		table.pp(Operation.FLUSH, this::flush);
		table.pip(Operation.FSYNC, this::fsync);
		table.pp(Operation.RELEASE, this::release);
	}

	private int open(long path, long info) {
		return this.door.open(Operation.OPEN, path, info, (text) -> {
			OpenNodes.Opening opening = this.nodes.open(text, FileInfo.options(info), Request.current().thread());
			if (opening == null) {
				return LOOK_UP_AGAIN;
			}
			FileInfo.handle(info, opening.handle());
			if (opening.direct()) {
				FileInfo.directIo(info);
			}
			return 0;
		});
	}

	/**
	 * libfuse also calls this function when a program calls mknod(2); it then closes the
	 * file immediately and ignores a failure. If the function is reported as missing,
	 * libfuse calls {@code mknod}.
	 */
	private int create(long path, int mode, long info) {
		Request request = Request.current();
		return (request.opcode() == FuseProtocol.MKNOD) ? NOT_HERE
				: this.door.open(Operation.CREATE, path, info, (text) -> create(request, text, mode, info));
	}

	private int create(Request request, String path, int mode, long info) throws InterruptedException {
		if (!this.lookups.isFree(request, path)) {
			return NameRelease.PENDING;
		}
		HandleId handle = this.fileSystem.create(this.fileSystem.locate(path), FileInfo.options(info, mode));
		if (!this.nodes.created(path, handle)) {
			this.fileSystem.release(handle);
			return LOOK_UP_AGAIN;
		}
		FileInfo.handle(info, handle);
		return 0;
	}

	/**
	 * Answers with the number of bytes in the vector, and 0 for success.
	 * {@link SmallReads} are not served here.
	 */
	private int read(long path, long cell, long size, long offset, long info) {
		return Math.min(0, this.door.askHandle(Operation.READ, info, (handle) -> {
			int sent = send(handle, cell, (int) size, offset);
			if (sent > 0) {
				return sent;
			}
			ByteBuffer target = Request.current().target(BufferVector.memory(cell, size), (int) size);
			int length = this.fileSystem.read(handle, offset, target);
			BufferVector.length(cell, length);
			return length;
		}));
	}

	/** Lets libfuse send bytes directly from the local disk, if they are there. */
	private int send(HandleId handle, long cell, int size, long offset) {
		LocalRange range = this.fileSystem.locate(handle, offset, size);
		Descriptor descriptor = (range != null) ? this.descriptors.acquire(range, size) : null;
		if (range == null || descriptor == null) {
			return 0;
		}
		// libfuse reads after this callback.
		Request.current().atEnd(descriptor::release);
		BufferVector.range(cell, descriptor.number(), range.position(), range.length());
		return range.length();
	}

	private int write(long path, long buffer, long size, long offset, long info) {
		return this.door.askHandle(Operation.WRITE, info,
				(handle) -> this.fileSystem.write(handle, offset, Request.current().source(buffer, (int) size)));
	}

	private int truncate(long path, long size) {
		return this.door.onPath(Operation.TRUNCATE, path, (text) -> {
			this.nodes.requireNewest(text);
			this.fileSystem.truncate(this.nodes.resolve(text), size);
		});
	}

	private int ftruncate(long path, long size, long info) {
		return this.door.onHandle(Operation.FTRUNCATE, info, (handle) -> this.fileSystem.truncate(handle, size));
	}

	private int fallocate(long path, int mode, long offset, long length, long info) {
		return this.door.onHandle(Operation.FALLOCATE, info,
				(handle) -> this.fileSystem.allocate(handle, AllocationMode.of(mode), offset, length));
	}

	private int flush(long path, long info) {
		return this.door.onHandle(Operation.FLUSH, info, (handle) -> this.fileSystem.flush(handle, this.processes));
	}

	private int fsync(long path, int dataOnly, long info) {
		return this.door.onHandle(Operation.FSYNC, info, this.fileSystem::sync);
	}

	private int release(long path, long info) {
		return this.door.release(Operation.RELEASE, info, this.nodes::release);
	}

}
