package io.fusemount.transport.jnr.callback;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.device.protocol.FuseProtocol;
import ru.serce.jnrfuse.struct.FileStat;

/**
 * The operations that give names to files and take them away.
 */
final class NamespaceCallbacks {

	/** How libfuse begins the name that it gives to an open file on unlink. */
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
			this.fileSystem.createEmpty(requireRegular(mode, this.fileSystem.locate(text)));
			return 0;
		});
	}

	/** A mode without a kind means a regular file, as mknod(2) has it. */
	private static Place requireRegular(int mode, Place place) {
		int kind = mode & FileStat.S_IFMT;
		if (kind != 0 && kind != FileStat.S_IFREG) {
			throw new ErrnoException(Errno.EPERM, "Only regular files can be created");
		}
		return place;
	}

	private int unlink(long path) {
		return this.door.onNames(Operation.UNLINK, path, 0, (text, same) -> {
			this.fileSystem.delete(this.fileSystem.locate(text));
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
			boolean directory = this.fileSystem.resolve(source) instanceof Directory;
			rename(this.fileSystem.locate(source), this.fileSystem.locate(target));
			if (directory) {
				this.nodes.movedDirectory(source, target);
			}
			else {
				this.nodes.moved(source, target);
			}
		});
	}

	/**
	 * Tells a program's rename from libfuse's own: to unlink a file that is open, and to
	 * replace one by rename, it first renames it to a hidden name in the same directory.
	 * A program may use such a name too, but then its request carries it.
	 */
	private void rename(Place source, Place target) {
		Request request = Request.current();
		boolean unlinked = request.opcode() == FuseProtocol.UNLINK;
		boolean replaced = request.opcode() == FuseProtocol.RENAME && !request.newName().equals(target.name().value());
		if (target.name().value().startsWith(HIDDEN_PREFIX) && (unlinked || replaced)) {
			this.fileSystem.hide(source, target.name(), replaced);
		}
		else {
			this.fileSystem.rename(source, target);
		}
	}

	private int link(long path, long newPath) {
		return this.door.onPath(Operation.LINK, newPath, (text) -> {
			throw new ErrnoException(Errno.EPERM, "A file has one name: hard links do not exist here");
		});
	}

	private int symlink(long target, long path) {
		return this.door.onPath(Operation.SYMLINK, path, (text) -> {
			throw new ErrnoException(Errno.EPERM, "Symbolic links can not be created here");
		});
	}

}
