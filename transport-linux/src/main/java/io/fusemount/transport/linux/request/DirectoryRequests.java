package io.fusemount.transport.linux.request;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.linux.message.DirectoryBlock;
import io.fusemount.transport.linux.message.StatusBlock;
import io.fusemount.transport.linux.node.Entry;
import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.node.Paths;
import org.jspecify.annotations.Nullable;

/**
 * Requests for the entries of directories.
 */
final class DirectoryRequests {

	/** Positions in {@code struct fuse_read_in}. */
	private static final int HANDLE = 0;

	private static final int OFFSET = 8;

	private static final int SIZE = 16;

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final NodeTable nodes;

	private final Paths paths;

	private final Handles handles;

	private final Lookups lookups;

	private final Pruning pruning;

	DirectoryRequests(Connection connection, Lookups lookups) {
		this.fileSystem = connection.fileSystem();
		this.door = connection.door();
		this.nodes = connection.nodes();
		this.paths = connection.paths();
		this.handles = connection.handles();
		this.lookups = lookups;
		this.pruning = connection.pruning();
	}

	void register(Handler[] table) {
		table[FuseProtocol.OPENDIR] = this::open;
		table[FuseProtocol.READDIR] = this::read;
		table[FuseProtocol.READDIRPLUS] = this::readPlus;
		table[FuseProtocol.RELEASEDIR] = this::release;
		table[FuseProtocol.FSYNCDIR] = this::sync;
	}

	private int open(Exchange exchange) {
		return this.door.onNode(Operation.OPENDIR, exchange, (node) -> {
			HandleId handle = this.fileSystem.openDirectory(this.paths.directory(node));
			this.handles.opened(handle, node, Handles.Kind.DIRECTORY);
			ByteBuffer body = exchange.answer().body();
			FileRequests.writeOpened(body, handle, 0);
			exchange.answer().length(body.position());
			exchange.answer().ifLost(() -> this.handles.retract(handle));
			return 0;
		});
	}

	private int read(Exchange exchange) {
		return this.door.onNode(Operation.READDIR, exchange, (node) -> fill(exchange, null));
	}

	private int readPlus(Exchange exchange) {
		List<Entry> told = new ArrayList<>();
		int error = this.door.onNode(Operation.READDIR, exchange, (node) -> {
			Directory directory = this.paths.directory(node);
			exchange.answer().ifLost(() -> forget(told));
			return fill(exchange, (target, name, found, status) -> write(target,
					isDots(name) ? null : this.lookups.listed(node, new Place(directory, new Name(name)), found),
					told));
		});
		if (error < 0) {
			forget(told);
		}
		this.pruning.prune();
		return error;
	}

	private void forget(List<Entry> told) {
		told.forEach((entry) -> this.nodes.forget(entry.node().id(), 1));
	}

	private static boolean isDots(String name) {
		return name.equals(".") || name.equals("..");
	}

	private long fill(Exchange exchange, DirectoryBlock.@Nullable Entries entries) {
		HandleId handle = new HandleId(exchange.request().longNumber(HANDLE));
		DirectoryBlock block = new DirectoryBlock(exchange.answer().body(), exchange.request().number(SIZE), entries);
		this.fileSystem.readDirectory(handle, exchange.request().longNumber(OFFSET), block);
		exchange.answer().length(block.length());
		return 0;
	}

	private void write(ByteBuffer target, @Nullable Entry entry, List<Entry> told) {
		if (entry == null) {
			// The kernel looks the name up itself.
			StatusBlock.unknown(target);
			return;
		}
		told.add(entry);
		this.lookups.writeListed(target, entry);
	}

	private int release(Exchange exchange) {
		return this.door.onHandle(Operation.RELEASEDIR, exchange, (handle) -> {
			this.handles.release(handle);
			return 0;
		});
	}

	private int sync(Exchange exchange) {
		return this.door.onHandle(Operation.FSYNCDIR, exchange, (handle) -> {
			this.fileSystem.syncDirectory(handle);
			return 0;
		});
	}

}
