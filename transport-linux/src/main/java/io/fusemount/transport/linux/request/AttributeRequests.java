package io.fusemount.transport.linux.request;

import java.io.ByteArrayOutputStream;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.linux.node.KernelNode;
import io.fusemount.transport.linux.node.NodeTable;

/**
 * The requests about extended attributes, which can be read but not set.
 */
final class AttributeRequests {

	private static final String ACCESS_LIST_PREFIX = "system.posix_acl_";

	/** Of {@code struct fuse_getxattr_in}, and of the old {@code fuse_setxattr_in}. */
	private static final int NAME = 8;

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final NodeTable nodes;

	AttributeRequests(Connection connection) {
		this.fileSystem = connection.fileSystem();
		this.door = connection.door();
		this.nodes = connection.nodes();
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
		return this.door.onNode(Operation.GETXATTR, exchange, (node) -> answer(exchange, this.fileSystem
			.extendedAttribute(this.nodes.current(node), NativeText.decode(exchange.request().text(NAME)))));
	}

	private int list(Exchange exchange) {
		return this.door.onNode(Operation.LISTXATTR, exchange,
				(node) -> answer(exchange, concatenate(this.fileSystem.extendedAttributes(this.nodes.current(node)))));
	}

	/** An access control list says who may do what, as mode bits do. */
	private long set(Exchange exchange, KernelNode node, int name) {
		if (NativeText.describe(exchange.request().text(name)).startsWith(ACCESS_LIST_PREFIX)) {
			this.fileSystem.setAccessList(this.nodes.current(node));
			return 0;
		}
		throw new ErrnoException(Errno.EOPNOTSUPP, "Extended attributes can not be set");
	}

	/** A size of 0 asks how large the buffer would have to be. */
	private static long answer(Exchange exchange, byte[] value) {
		int size = exchange.request().number(0);
		if (size == 0) {
			exchange.answer().body().putInt(value.length).putInt(0);
			exchange.answer().length(Long.BYTES);
			return 0;
		}
		if (value.length > size) {
			throw new ErrnoException(Errno.ERANGE, "The value has " + value.length + " bytes, the buffer " + size);
		}
		exchange.answer().body().put(value);
		exchange.answer().length(value.length);
		return 0;
	}

	private static byte[] concatenate(List<String> names) {
		ByteArrayOutputStream list = new ByteArrayOutputStream();
		names.forEach((name) -> list.writeBytes(NativeText.encode(name)));
		return list.toByteArray();
	}

}
