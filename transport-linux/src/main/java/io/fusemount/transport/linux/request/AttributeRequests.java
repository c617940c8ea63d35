package io.fusemount.transport.linux.request;

import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.protocol.ExtendedAttributes;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.linux.node.KernelNode;
import io.fusemount.transport.linux.node.Paths;

/**
 * Requests for extended attributes, which can be read but not set.
 */
final class AttributeRequests {

	/**
	 * Positions in {@code struct fuse_getxattr_in} and the old {@code fuse_setxattr_in}.
	 */
	private static final int NAME = 8;

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
				(node) -> set(exchange, node, NAME));
		table[FuseProtocol.REMOVEXATTR] = (exchange) -> this.door.onNode(Operation.REMOVEXATTR, exchange,
				(node) -> set(exchange, node, 0));
	}

	private int get(Exchange exchange) {
		return this.door.onNode(Operation.GETXATTR, exchange, (node) -> answer(exchange, ExtendedAttributes
			.get(this.fileSystem, () -> this.paths.current(node), exchange.request().text(NAME))));
	}

	private int list(Exchange exchange) {
		return this.door.onNode(Operation.LISTXATTR, exchange, (node) -> answer(exchange,
				ExtendedAttributes.list(this.fileSystem.extendedAttributes(this.paths.current(node)))));
	}

	private long set(Exchange exchange, KernelNode node, int name) {
		ExtendedAttributes.set(this.fileSystem, () -> this.paths.current(node), exchange.request().text(name));
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
