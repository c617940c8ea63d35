package io.fusemount.transport.jnr.callback;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.device.protocol.FuseProtocol;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import ru.serce.jnrfuse.struct.Statvfs;

/**
 * The operations on a node of any kind: status, mode bits, owner, times.
 */
final class NodeCallbacks {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int X_OK = 1;

	private static final int W_OK = 2;

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final OpenNodes nodes;

	private final Lookups lookups;

	NodeCallbacks(VirtualFileSystem fileSystem, Door door, OpenNodes nodes, Lookups lookups) {
		this.fileSystem = fileSystem;
		this.door = door;
		this.nodes = nodes;
		this.lookups = lookups;
	}

	void register(FunctionTable table) {
		table.pp(Operation.GETATTR, this::getattr);
		table.ppp(Operation.FGETATTR, this::fgetattr);
		table.pi(Operation.ACCESS, this::access);
		table.ppp(Operation.READLINK, this::readlink);
		table.pi(Operation.CHMOD, this::chmod);
		table.pii(Operation.CHOWN, this::chown);
		table.pp(Operation.UTIMENS, this::utimens);
		table.pp(Operation.STATFS, this::statfs);
	}

	private int getattr(long path, long stat) {
		Request request = Request.current();
		return this.door.askPath(Operation.GETATTR, path, (text) -> {
			FileStatus status = switch (request.opcode()) {
				case FuseProtocol.LOOKUP -> this.lookups.lookup(request, text);
				case FuseProtocol.GETATTR, FuseProtocol.SETATTR, FuseProtocol.MKNOD ->
					this.nodes.attributes(text, request.thread());
				// libfuse looks for a free name.
				default -> this.fileSystem.status(this.nodes.resolve(text));
			};
			if (status == null) {
				return NameRelease.PENDING;
			}
			request.stat().write(stat, status);
			return 0;
		});
	}

	private int fgetattr(long path, long stat, long info) {
		return this.door.onHandle(Operation.FGETATTR, info,
				(handle) -> Request.current().stat().write(stat, this.fileSystem.status(handle)));
	}

	private int access(long path, int mask) {
		return this.door.onPath(Operation.ACCESS, path,
				(text) -> this.fileSystem.access(this.nodes.resolve(text), (mask & W_OK) != 0, (mask & X_OK) != 0));
	}

	private int readlink(long path, long buffer, long size) {
		return this.door.onPath(Operation.READLINK, path,
				(text) -> writeLink(buffer, size, this.fileSystem.readLink(this.nodes.resolve(text))));
	}

	/** A target that is too long is truncated, as readlink(2) does. */
	private static void writeLink(long buffer, long size, String target) {
		byte[] bytes = NativeText.encode(target);
		int length = (int) Math.min(bytes.length, size);
		bytes[length - 1] = 0;
		MEMORY.putByteArray(buffer, bytes, 0, length);
	}

	private int chmod(long path, int mode) {
		return this.door.onPath(Operation.CHMOD, path,
				(text) -> this.fileSystem.setPermissions(this.nodes.resolve(text), mode & Ownership.MODE_BITS));
	}

	private int chown(long path, int uid, int gid) {
		return this.door.onPath(Operation.CHOWN, path,
				(text) -> this.fileSystem.setOwner(this.nodes.resolve(text), uid, gid));
	}

	private int utimens(long path, long times) {
		return this.door.onPath(Operation.UTIMENS, path,
				(text) -> ModificationTime.read(times).apply(this.fileSystem, this.nodes.resolve(text)));
	}

	private int statfs(long path, long statvfs) {
		return this.door.onPath(Operation.STATFS, path,
				(text) -> write(statvfs, this.fileSystem.statistics(this.nodes.resolve(text))));
	}

	private static void write(long address, FileSystemStatistics statistics) {
		Statvfs statvfs = Statvfs.of(Pointer.wrap(Runtime.getSystemRuntime(), address));
		statvfs.f_bsize.set(statistics.blockSize());
		statvfs.f_frsize.set(statistics.blockSize());
		statvfs.f_blocks.set(statistics.blocks());
		statvfs.f_bfree.set(statistics.freeBlocks());
		statvfs.f_bavail.set(statistics.freeBlocks());
		statvfs.f_files.set(statistics.files());
		statvfs.f_ffree.set(statistics.freeFiles());
		statvfs.f_favail.set(statistics.freeFiles());
		statvfs.f_namemax.set(statistics.maxNameBytes());
	}

}
