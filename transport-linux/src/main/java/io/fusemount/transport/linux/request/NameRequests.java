package io.fusemount.transport.linux.request;

import java.nio.ByteBuffer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Attempt;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.device.protocol.OpenFlags;
import io.fusemount.transport.device.protocol.Refused;
import io.fusemount.transport.linux.node.Entries;
import io.fusemount.transport.linux.node.Entry;
import io.fusemount.transport.linux.node.KernelNode;
import io.fusemount.transport.linux.node.Moves;
import io.fusemount.transport.linux.node.Names;
import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.node.Openings;
import io.fusemount.transport.linux.node.Paths;
import io.fusemount.transport.linux.notice.KernelObserver;
import io.fusemount.transport.linux.notice.Notifier;
import io.fusemount.transport.linux.notice.OwnNames;

/**
 * Requests that add, change and remove the names of files and directories.
 */
final class NameRequests {

	/** Positions in {@code struct fuse_mknod_in}. */
	private static final int MKNOD_NAME = 16;

	/** Positions in {@code struct fuse_mkdir_in}. */
	private static final int MKDIR_NAME = 8;

	/** Positions in {@code struct fuse_create_in}. */
	private static final int CREATE_MODE = 4;

	private static final int CREATE_NAME = 16;

	/** Positions in {@code struct fuse_rename_in} and {@code struct fuse_rename2_in}. */
	private static final int RENAME_NAMES = 8;

	private static final int RENAME2_FLAGS = 8;

	private static final int RENAME2_NAMES = 16;

	private static final int RENAME_NOREPLACE = 1;

	/** Positions in {@code struct fuse_link_in}. */
	private static final int LINK_NAME = 8;

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final NodeTable nodes;

	private final Paths paths;

	private final Entries entries;

	private final Names names;

	private final Handles handles;

	private final Openings openings;

	private final KernelObserver observer;

	private final Notifier notifier;

	private final Lookups lookups;

	NameRequests(Connection connection, Lookups lookups) {
		this.fileSystem = connection.fileSystem();
		this.door = connection.door();
		this.nodes = connection.nodes();
		this.paths = connection.paths();
		this.entries = connection.entries();
		this.names = connection.names();
		this.handles = connection.handles();
		this.openings = connection.openings();
		this.observer = connection.observer();
		this.notifier = connection.notifier();
		this.lookups = lookups;
	}

	void register(Handler[] table) {
		table[FuseProtocol.MKNOD] = this::mknod;
		table[FuseProtocol.MKDIR] = this::mkdir;
		table[FuseProtocol.CREATE] = this::create;
		table[FuseProtocol.UNLINK] = this::unlink;
		table[FuseProtocol.RMDIR] = this::rmdir;
		table[FuseProtocol.RENAME] = (exchange) -> rename(exchange, 0, RENAME_NAMES);
		table[FuseProtocol.RENAME2] = (exchange) -> rename(exchange, exchange.request().number(RENAME2_FLAGS),
				RENAME2_NAMES);
		table[FuseProtocol.LINK] = this::link;
		table[FuseProtocol.SYMLINK] = this::symlink;
	}

	private int mknod(Exchange exchange) {
		return this.door.onName(Operation.MKNOD, exchange, exchange.request().text(MKNOD_NAME), (parent, name) -> {
			int mode = exchange.request().number(0);
			Refused.unlessRegular(mode);
			Place place = this.paths.place(parent, name);
			change(place, place, () -> this.fileSystem.createEmpty(place, mode & Ownership.MODE_BITS));
			return this.lookups.enter(exchange, parent, place);
		});
	}

	private int mkdir(Exchange exchange) {
		return this.door.onName(Operation.MKDIR, exchange, exchange.request().text(MKDIR_NAME), (parent, name) -> {
			int mode = exchange.request().number(0);
			Place place = this.paths.place(parent, name);
			change(place, place, () -> this.fileSystem.createDirectory(place, mode & Ownership.MODE_BITS));
			return this.lookups.enter(exchange, parent, place);
		});
	}

	private int create(Exchange exchange) {
		return this.door.onName(Operation.CREATE, exchange, exchange.request().text(CREATE_NAME), (parent, name) -> {
			OpenOptions options = OpenFlags.options(exchange.request().number(0),
					exchange.request().number(CREATE_MODE));
			Place place = this.paths.place(parent, name);
			HandleId[] created = new HandleId[1];
			change(place, place, () -> created[0] = this.fileSystem.create(place, options));
			HandleId handle = created[0];
			Entry entry = this.entries.created(parent, place, this.fileSystem.node(handle), options.write());
			this.handles.opened(handle, entry.node(), options.write() ? Handles.Kind.WRITE : Handles.Kind.READ, true);
			ByteBuffer body = exchange.answer().body();
			this.lookups.write(body, entry);
			FileRequests.writeOpened(body, handle, options.write() ? 0 : FileRequests.NO_FLUSH,
					exchange.request().number(0), this.openings.backing(entry.node()));
			exchange.answer().length(body.position());
			exchange.answer().ifLost(() -> {
				this.handles.retract(handle);
				this.nodes.forget(entry.node().id(), 1);
			});
			return 0;
		});
	}

	private int unlink(Exchange exchange) {
		return this.door.onName(Operation.UNLINK, exchange, exchange.request().text(0), (parent, name) -> {
			Place place = this.paths.place(parent, name);
			change(place, place, () -> this.fileSystem.delete(place));
			this.names.removed(parent, name);
			return 0;
		});
	}

	private int rmdir(Exchange exchange) {
		return this.door.onName(Operation.RMDIR, exchange, exchange.request().text(0), (parent, name) -> {
			Place place = this.paths.place(parent, name);
			change(place, place, () -> this.fileSystem.deleteDirectory(place));
			this.names.removed(parent, name);
			return 0;
		});
	}

	private int rename(Exchange exchange, int flags, int names) {
		byte[] text = exchange.request().text(names);
		return this.door.onName(Operation.RENAME, exchange, text, (parent, name) -> {
			KernelNode newParent = this.nodes.get(exchange.request().longNumber(0));
			byte[] newText = exchange.request().text(names + text.length + 1);
			Name newName = new Name(NativeText.decode(newText));
			Place source = this.paths.place(parent, name);
			Place target = this.paths.place(newParent, newName);
			requireAsked(flags, source, target);
			Moves.Move move = this.names.moving(parent, name);
			try (move) {
				change(source, target, () -> this.fileSystem.rename(source, target));
				this.names.renamed(move, newParent, newName);
			}
			settle(newParent, target, move);
			return 0;
		});
	}

	/**
	 * Of the flags, only the one that prevents a replacement is supported. What is there
	 * may have been renamed for this request, before the process that served it crashed.
	 */
	private void requireAsked(int flags, Place source, Place target) {
		if ((flags & ~RENAME_NOREPLACE) != 0) {
			throw new ErrnoException(Errno.EINVAL, "Files cannot be exchanged by a rename");
		}
		if (flags != 0 && isThere(target) && !(Attempt.isRepeated() && !isThere(source))) {
			throw new ErrnoException(Errno.EEXIST, "File exists");
		}
	}

	private boolean isThere(Place place) {
		return this.fileSystem.lookup(place.directory(), place.name()) != null;
	}

	/** Settles the name that the kernel has moved together with its cached knowledge. */
	private void settle(KernelNode parent, Place target, Moves.Move move) {
		Node found = this.fileSystem.lookup(target.directory(), target.name());
		KernelNode node = this.names.identified(parent, target.name(), found);
		boolean local = found != null && !(found instanceof Directory)
				&& this.fileSystem.coherence().validNanos(target, found) == 0;
		// The row of a file that was replaced has its owner.
		boolean owned = found != null && !found.ownership().isNone() && !move.isOf(found);
		if (node != null && (local || owned)) {
			this.notifier.attributes(node.id());
		}
		if (owned) {
			this.notifier.await(KernelObserver.PATIENCE);
		}
	}

	private void change(Place source, Place target, Runnable work) {
		this.observer.changing(new OwnNames(source, target));
		try {
			work.run();
		}
		finally {
			this.observer.changing(null);
		}
	}

	private int link(Exchange exchange) {
		return this.door.onName(Operation.LINK, exchange, exchange.request().text(LINK_NAME), (parent, name) -> {
			throw Refused.hardLink();
		});
	}

	private int symlink(Exchange exchange) {
		return this.door.onName(Operation.SYMLINK, exchange, exchange.request().text(0), (parent, name) -> {
			throw Refused.symbolicLink();
		});
	}

}
