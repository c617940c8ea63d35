package io.fusemount.transport.jnr.callback;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.device.protocol.Refused;

/**
 * The operations that add, change and remove the names of files.
 */
final class NamespaceCallbacks {

	/** The prefix of the name that libfuse gives to an open file on unlink. */
	private static final String HIDDEN_PREFIX = ".fuse_hidden";

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final OpenNodes nodes;

	private final Lookups lookups;

	private final NameRelease release;

	NamespaceCallbacks(VirtualFileSystem fileSystem, Door door, OpenNodes nodes, Lookups lookups, NameRelease release) {
		this.fileSystem = fileSystem;
		this.door = door;
		this.nodes = nodes;
		this.lookups = lookups;
		this.release = release;
	}

	void register(FunctionTable table) {
		table.pip(Operation.MKNOD, this::mknod);
		table.p(Operation.UNLINK, this::unlink);
		table.pp(Operation.RENAME, this::rename);
		table.pp(Operation.LINK, this::link);
		table.pp(Operation.SYMLINK, this::symlink);
	}

	private int mknod(long path, int mode, long device) {
		return this.door.askPath(Operation.MKNOD, path, (text) -> {
			if (!this.lookups.isFree(Request.current(), text)) {
				return NameRelease.PENDING;
			}
			Place place = this.fileSystem.locate(text);
			Refused.unlessRegular(mode);
			this.fileSystem.createEmpty(place, mode & Ownership.MODE_BITS);
			return 0;
		});
	}

	private int unlink(long path) {
		return this.door.onNames(Operation.UNLINK, path, 0, (text, same) -> {
			// When libfuse asks after the last handle, the file has gone already.
			if (!this.nodes.isNameless(text) && Request.current().opcode() == FuseProtocol.UNLINK) {
				this.fileSystem.delete(this.fileSystem.locate(text));
			}
			this.nodes.moved(text, null);
		});
	}

	private int rename(long path, long newPath) {
		OpenNode outdated = Request.current().outdated();
		if (outdated != null) {
			return this.release.rename(outdated, NativeText.describe(NativeText.bytes(path)),
					NativeText.describe(NativeText.bytes(newPath)));
		}
		return this.door.onNames(Operation.RENAME, path, newPath, (source, target) -> {
			if (isHiding(target)) {
				hide(source, target);
			}
			else {
				rename(source, target);
			}
		});
	}

	/**
	 * Distinguishes a program's rename from libfuse's own: to unlink an open file, or to
	 * replace one by rename, libfuse first renames it to a hidden name in the same
	 * directory. A program may use such a name too, but then the name is in its request.
	 */
	private static boolean isHiding(String target) {
		Request request = Request.current();
		String name = target.substring(target.lastIndexOf('/') + 1);
		boolean asked = request.opcode() == FuseProtocol.RENAME && request.newName().equals(name);
		return name.startsWith(HIDDEN_PREFIX) && !asked;
	}

	/** A rename that follows replaces the file; else the program has deleted it. */
	private void hide(String source, String alias) {
		boolean deleted = Request.current().opcode() == FuseProtocol.UNLINK;
		if (deleted && !this.nodes.isNameless(source)) {
			this.fileSystem.delete(this.fileSystem.locate(source));
		}
		this.nodes.hide(source, alias);
	}

	private void rename(String source, String target) {
		try {
			boolean directory = this.fileSystem.resolve(source) instanceof Directory;
			if (directory) {
				this.nodes.requireNoneHiddenIn(target);
			}
			this.fileSystem.rename(this.fileSystem.locate(source), this.fileSystem.locate(target));
			if (directory) {
				this.nodes.movedDirectory(source, target);
			}
			else {
				this.nodes.moved(source, target);
			}
		}
		finally {
			this.nodes.part(target);
		}
	}

	private int link(long path, long newPath) {
		return this.door.onPath(Operation.LINK, newPath, (text) -> {
			throw Refused.hardLink();
		});
	}

	private int symlink(long target, long path) {
		return this.door.onPath(Operation.SYMLINK, path, (text) -> {
			throw Refused.symbolicLink();
		});
	}

}
