package io.fusemount.transport.jnr.callback;

import io.fusemount.core.node.Ownership;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * The operations on directories and their entries.
 */
final class DirectoryCallbacks {

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final OpenNodes nodes;

	DirectoryCallbacks(VirtualFileSystem fileSystem, Door door, OpenNodes nodes) {
		this.fileSystem = fileSystem;
		this.door = door;
		this.nodes = nodes;
	}

	void register(FunctionTable table) {
		table.pp(Operation.OPENDIR, this::opendir);
		table.ppppp(Operation.READDIR, this::readdir);
		table.pp(Operation.RELEASEDIR, this::releasedir);
		table.pip(Operation.FSYNCDIR, this::fsyncdir);
		table.pi(Operation.MKDIR, this::mkdir);
		table.p(Operation.RMDIR, this::rmdir);
	}

	private int opendir(long path, long info) {
		return this.door.open(Operation.OPENDIR, path, info, (text) -> {
			FileInfo.handle(info, this.fileSystem.openDirectory(this.nodes.resolve(text)));
			return 0;
		});
	}

	private int readdir(long path, long buffer, long filler, long offset, long info) {
		return this.door.onHandle(Operation.READDIR, info,
				(handle) -> this.fileSystem.readDirectory(handle, offset, Request.current().entries(filler, buffer)));
	}

	private int releasedir(long path, long info) {
		return this.door.release(Operation.RELEASEDIR, info, this.fileSystem::releaseDirectory);
	}

	private int fsyncdir(long path, int dataOnly, long info) {
		return this.door.onHandle(Operation.FSYNCDIR, info, this.fileSystem::syncDirectory);
	}

	private int mkdir(long path, int mode) {
		return this.door.onPath(Operation.MKDIR, path,
				(text) -> this.fileSystem.createDirectory(this.fileSystem.locate(text), mode & Ownership.MODE_BITS));
	}

	private int rmdir(long path) {
		return this.door.onPath(Operation.RMDIR, path, (text) -> {
			this.nodes.requireNoneHiddenIn(text);
			this.fileSystem.deleteDirectory(this.fileSystem.locate(text));
		});
	}

}
