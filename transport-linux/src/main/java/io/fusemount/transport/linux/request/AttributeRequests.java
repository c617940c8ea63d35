package io.fusemount.transport.linux.request;

import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.protocol.ExtendedAttributes;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.linux.node.KernelNode;
import io.fusemount.transport.linux.node.Paths;

/**
 * Requests for extended attributes.
 */
final class AttributeRequests {

	/**
	 * Positions in {@code struct fuse_getxattr_in} and the old {@code fuse_setxattr_in}.
	 */
	private static final int NAME = 8;

	/** Behind the size of the value. */
	private static final int FLAGS = 4;

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final Paths paths;

	AttributeRequests(Connection connection) {
		this.fileSystem = connection.fileSystem();
		this.door = connection.door();
		this.paths = connection.paths();
	}

	void register(Handler[] table) {
		table[FuseProtocol.GETXATTR] = this::get;
		table[FuseProtocol.LISTXATTR] = this::list;
		table[FuseProtocol.SETXATTR] = (exchange) -> this.door.onNode(Operation.SETXATTR, exchange,
				(node) -> set(exchange, node));
		table[FuseProtocol.REMOVEXATTR] = (exchange) -> this.door.onNode(Operation.REMOVEXATTR, exchange,
				(node) -> remove(exchange, node));
	}

	private int get(Exchange exchange) {
		return this.door.onNode(Operation.GETXATTR, exchange, (node) -> answer(exchange, ExtendedAttributes
			.get(this.fileSystem, () -> this.paths.current(node), exchange.request().text(NAME))));
	}

	private int list(Exchange exchange) {
		return this.door.onNode(Operation.LISTXATTR, exchange, (node) -> answer(exchange,
				ExtendedAttributes.list(this.fileSystem.extendedAttributes(this.paths.current(node)))));
	}

	private long set(Exchange exchange, KernelNode node) {
		byte[] name = exchange.request().text(NAME);
		byte[] value = new byte[exchange.request().number(0)];
		exchange.request().data(NAME + name.length + 1, value.length).get(value);
		ExtendedAttributes.set(this.fileSystem, () -> this.paths.current(node), name, value,
				exchange.request().number(FLAGS));
		return 0;
	}

	private long remove(Exchange exchange, KernelNode node) {
		ExtendedAttributes.remove(this.fileSystem, () -> this.paths.current(node), exchange.request().text(0));
		return 0;
	}

	/** A size of 0 asks for the required size of the buffer. */
	private static long answer(Exchange exchange, byte[] value) {
		int size = exchange.request().number(0);
		if (size == 0) {
			exchange.answer().body().putInt(value.length).putInt(0);
			exchange.answer().length(Long.BYTES);
			return 0;
		}
		ExtendedAttributes.requireRoom(value, size);
		exchange.answer().body().put(value);
		exchange.answer().length(value.length);
		return 0;
	}

}
