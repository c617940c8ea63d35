package io.fusemount.transport.linux.request;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

import io.fusemount.core.node.Ownership;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.device.protocol.SetTime;
import io.fusemount.transport.linux.message.RequestBuffer;
import io.fusemount.transport.linux.message.StatusBlock;
import io.fusemount.transport.linux.node.Entries;
import io.fusemount.transport.linux.node.Entry;
import io.fusemount.transport.linux.node.KernelNode;
import io.fusemount.transport.linux.node.Openings;
import io.fusemount.transport.linux.node.Paths;

/**
 * Requests for a node of any kind: status, mode bits, owner, times, size.
 */
final class NodeRequests {

	/** Positions in {@code struct fuse_getattr_in} and {@code struct fuse_statx_in}. */
	private static final int GETATTR_HANDLE = 8;

	private static final int HAS_HANDLE = 1;

	/** Positions in {@code struct fuse_setattr_in}. */
	private static final int SET_HANDLE = 8;

	private static final int SET_SIZE = 16;

	private static final int SET_MTIME = 40;

	private static final int SET_MTIME_NANOS = 60;

	private static final int SET_MODE = 68;

	private static final int SET_UID = 76;

	private static final int SET_GID = 80;

	private static final int FATTR_MODE = 1;

	private static final int FATTR_UID = 1 << 1;

	private static final int FATTR_GID = 1 << 2;

	private static final int FATTR_SIZE = 1 << 3;

	private static final int FATTR_MTIME = 1 << 5;

	private static final int FATTR_FH = 1 << 6;

	private static final int FATTR_MTIME_NOW = 1 << 8;

	private static final int X_OK = 1;

	private static final int W_OK = 2;

	/** The reserved end of a {@code struct fuse_kstatfs}. */
	private static final int SPARE = 28;

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final Paths paths;

	private final Entries entries;

	private final Openings openings;

	private final Handles handles;

	NodeRequests(Connection connection) {
		this.fileSystem = connection.fileSystem();
		this.door = connection.door();
		this.paths = connection.paths();
		this.entries = connection.entries();
		this.openings = connection.openings();
		this.handles = connection.handles();
	}

	void register(Handler[] table) {
		table[FuseProtocol.GETATTR] = (exchange) -> status(exchange, StatusBlock::attributes);
		table[FuseProtocol.STATX] = (exchange) -> status(exchange, StatusBlock::statx);
		table[FuseProtocol.SETATTR] = this::setattr;
		table[FuseProtocol.ACCESS] = this::access;
		table[FuseProtocol.READLINK] = this::readlink;
		table[FuseProtocol.STATFS] = this::statfs;
	}

	private int status(Exchange exchange, Block block) {
		boolean open = (exchange.request().number(0) & HAS_HANDLE) != 0;
		Operation operation = open ? Operation.FGETATTR : Operation.GETATTR;
		return this.door.onNode(operation, exchange, (node) -> {
			HandleId handle = new HandleId(exchange.request().longNumber(GETATTR_HANDLE));
			ByteBuffer body = exchange.answer().body();
			if (open && this.handles.isAlone(handle)) {
				block.write(body, 0, this.fileSystem.status(handle));
			}
			else {
				Entry entry = this.entries.attributes(node);
				block.write(body, entry.nanos(), entry.status());
			}
			exchange.answer().length(body.position());
			return 0;
		});
	}

	/** In the same order as libfuse. */
	private int setattr(Exchange exchange) {
		RequestBuffer request = exchange.request();
		int valid = request.number(0);
		int error = 0;
		if ((valid & FATTR_MODE) != 0) {
			error = this.door.onNode(Operation.CHMOD, exchange, (node) -> {
				this.fileSystem.setPermissions(this.paths.current(node),
						request.number(SET_MODE) & Ownership.MODE_BITS);
				return 0;
			});
		}
		if (error >= 0 && (valid & (FATTR_UID | FATTR_GID)) != 0) {
			int uid = ((valid & FATTR_UID) != 0) ? request.number(SET_UID) : -1;
			int gid = ((valid & FATTR_GID) != 0) ? request.number(SET_GID) : -1;
			error = this.door.onNode(Operation.CHOWN, exchange, (node) -> {
				this.fileSystem.setOwner(this.paths.current(node), uid, gid);
				return 0;
			});
		}
		if (error >= 0 && (valid & FATTR_SIZE) != 0) {
			error = truncate(exchange, valid);
		}
		if (error >= 0 && (valid & FATTR_MTIME) != 0) {
			error = this.door.onNode(Operation.UTIMENS, exchange, (node) -> {
				this.fileSystem.setModified(this.paths.current(node), modified(request, valid));
				return 0;
			});
		}
		return (error < 0) ? error : this.door.onNode(Operation.GETATTR, exchange, (node) -> answer(exchange, node));
	}

	private long answer(Exchange exchange, KernelNode node) {
		this.openings.changing(node);
		exchange.answer().ifLost(() -> this.openings.unanswered(node));
		Entry entry = this.entries.attributes(node);
		ByteBuffer body = exchange.answer().body();
		StatusBlock.attributes(body, entry.nanos(), entry.status());
		exchange.answer().length(body.position());
		return 0;
	}

	private int truncate(Exchange exchange, int valid) {
		long size = exchange.request().longNumber(SET_SIZE);
		if ((valid & FATTR_FH) != 0) {
			HandleId handle = new HandleId(exchange.request().longNumber(SET_HANDLE));
			return this.door.onNode(Operation.FTRUNCATE, exchange, (node) -> {
				this.fileSystem.truncate(handle, size);
				return 0;
			});
		}
		return this.door.onNode(Operation.TRUNCATE, exchange, (node) -> {
			this.fileSystem.truncate(this.paths.current(node), size);
			this.openings.contentChanged(node);
			return 0;
		});
	}

	private static Instant modified(RequestBuffer request, int valid) {
		return ((valid & FATTR_MTIME_NOW) != 0) ? Instant.now()
				: SetTime.of(request.longNumber(SET_MTIME), request.number(SET_MTIME_NANOS));
	}

	private int access(Exchange exchange) {
		int mask = exchange.request().number(0);
		return this.door.onNode(Operation.ACCESS, exchange, (node) -> {
			this.fileSystem.access(this.paths.current(node), (mask & W_OK) != 0, (mask & X_OK) != 0);
			return 0;
		});
	}

	private int readlink(Exchange exchange) {
		return this.door.onNode(Operation.READLINK, exchange, (node) -> {
			byte[] target = this.fileSystem.readLink(this.paths.current(node)).getBytes(StandardCharsets.UTF_8);
			exchange.answer().body().put(target);
			exchange.answer().length(target.length);
			return 0;
		});
	}

	private int statfs(Exchange exchange) {
		return this.door.onNode(Operation.STATFS, exchange, (node) -> {
			FileSystemStatistics statistics = this.fileSystem.statistics(this.paths.current(node));
			ByteBuffer body = exchange.answer().body();
			body.putLong(statistics.blocks())
				.putLong(statistics.freeBlocks())
				.putLong(statistics.freeBlocks())
				.putLong(statistics.files())
				.putLong(statistics.freeFiles())
				.putInt(statistics.blockSize())
				.putInt(statistics.maxNameBytes())
				.putInt(statistics.blockSize())
				.put(new byte[SPARE]);
			exchange.answer().length(body.position());
			return 0;
		});
	}

	/**
	 * Writes the status of a node.
	 */
	@FunctionalInterface
	private interface Block {

		void write(ByteBuffer target, long nanos, FileStatus status);

	}

}
