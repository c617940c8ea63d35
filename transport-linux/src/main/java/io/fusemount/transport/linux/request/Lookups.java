package io.fusemount.transport.linux.request;

import java.nio.ByteBuffer;
import java.util.Arrays;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.linux.message.StatusBlock;
import io.fusemount.transport.linux.node.Entries;
import io.fusemount.transport.linux.node.Entry;
import io.fusemount.transport.linux.node.KernelNode;
import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.node.Paths;
import io.fusemount.transport.linux.notice.NameNotices;
import org.jspecify.annotations.Nullable;

/**
 * Look-ups of names.
 */
final class Lookups {

	private static final byte[] SELF = { '.' };

	private static final byte[] PARENT = { '.', '.' };

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final NodeTable nodes;

	private final Paths paths;

	private final Entries entries;

	private final NameNotices nameNotices;

	private final Pruning pruning;

	private final Refusals refusals;

	private final long generation;

	Lookups(Connection connection) {
		this.fileSystem = connection.fileSystem();
		this.door = connection.door();
		this.nodes = connection.nodes();
		this.paths = connection.paths();
		this.entries = connection.entries();
		this.nameNotices = connection.nameNotices();
		this.pruning = connection.pruning();
		this.refusals = connection.refusals();
		this.generation = connection.generation();
	}

	void register(Handler[] table) {
		table[FuseProtocol.LOOKUP] = this::lookup;
	}

	private int lookup(Exchange exchange) {
		byte[] text = exchange.request().text(0);
		if (Arrays.equals(text, SELF) || Arrays.equals(text, PARENT)) {
			return this.door.onNode(Operation.LOOKUP, exchange, (node) -> {
				answer(exchange, this.entries.again((text.length == 1) ? node : this.nodes.parent(node)));
				return 0;
			});
		}
		int error = this.door.onName(Operation.LOOKUP, exchange, text, (parent, name) -> {
			Place place = this.paths.place(parent, name);
			Entry entry = find(parent, place);
			if (entry == null) {
				throw new ErrnoException(Errno.ENOENT, "No such file or directory");
			}
			this.refusals.found(exchange.request().thread(), entry.node().id());
			answer(exchange, entry);
			return 0;
		});
		this.pruning.prune();
		return error;
	}

	private @Nullable Entry find(KernelNode parent, Place place) {
		boolean sure = false;
		while (true) {
			Node found = this.fileSystem.lookup(place.directory(), place.name());
			if (found == null) {
				return null;
			}
			Entry entry = this.entries.enter(parent, place, found, sure);
			if (entry != null) {
				return entry;
			}
			sure = true;
		}
	}

	/**
	 * Answers with the entry of something just created.
	 * @throws ErrnoException {@code ENOENT} if it no longer exists
	 */
	long enter(Exchange exchange, KernelNode parent, Place place) {
		Entry entry = find(parent, place);
		if (entry == null) {
			throw new ErrnoException(Errno.ENOENT, "The entry no longer exists");
		}
		answer(exchange, entry);
		return 0;
	}

	private void answer(Exchange exchange, Entry entry) {
		ByteBuffer body = exchange.answer().body();
		write(body, entry);
		exchange.answer().length(body.position());
		exchange.answer().ifLost(() -> this.nodes.forget(entry.node().id(), 1));
	}

	/**
	 * Writes the entry of a node that has a number.
	 */
	void write(ByteBuffer target, Entry entry) {
		write(target, entry, this.nameNotices.bound(entry.nameNanos()));
	}

	/**
	 * Writes an entry of a listing. Unlike a look-up, a listing that was under way when
	 * the kernel was notified of names leaves it names that it trusts again.
	 */
	void writeListed(ByteBuffer target, Entry entry) {
		write(target, entry, NameNotices.unannounced(entry.nameNanos()));
	}

	private void write(ByteBuffer target, Entry entry, long ofFile) {
		boolean directory = entry.status().kind() == FileStatus.Kind.DIRECTORY;
		long nameNanos = directory ? entry.nameNanos() : ofFile;
		StatusBlock.entry(target, entry.node().id(), this.generation, nameNanos, entry.nanos(), entry.status());
	}

	/**
	 * Returns the entry of a name in a listing, or {@code null} if the kernel has to look
	 * it up itself.
	 */
	@Nullable Entry listed(KernelNode parent, Place place, Node node) {
		return this.entries.list(parent, place, node);
	}

}
