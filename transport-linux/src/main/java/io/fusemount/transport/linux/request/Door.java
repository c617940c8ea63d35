package io.fusemount.transport.linux.request;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.linux.node.KernelNode;
import io.fusemount.transport.linux.node.NodeTable;
import org.jspecify.annotations.Nullable;

/**
 * The path from a request to the core's dispatcher and back, and the only place where a
 * failure becomes a negative number.
 */
final class Door {

	private final Dispatcher dispatcher;

	private final NodeTable nodes;

	Door(Dispatcher dispatcher, NodeTable nodes) {
		this.dispatcher = dispatcher;
		this.nodes = nodes;
	}

	/**
	 * Runs an operation on the node of a request.
	 */
	int onNode(Operation operation, Exchange exchange, NodeWork work) {
		KernelNode node = node(exchange);
		return dispatch(operation, subject(node), () -> work.run(require(node)));
	}

	/**
	 * Runs an operation on the name of a request.
	 * @param text the name
	 */
	int onName(Operation operation, Exchange exchange, byte[] text, NameWork work) {
		KernelNode parent = node(exchange);
		return dispatch(operation, new NamedSubject(parent, text),
				() -> work.run(require(parent), new Name(NativeText.decode(text))));
	}

	/**
	 * Runs an operation on an open handle.
	 */
	int onHandle(Operation operation, Exchange exchange, HandleWork work) {
		HandleId handle = new HandleId(exchange.request().longNumber(0));
		return dispatch(operation, new NumberedSubject(this.nodes, exchange.request().node()), () -> work.run(handle));
	}

	private @Nullable KernelNode node(Exchange exchange) {
		return this.nodes.find(exchange.request().node());
	}

	private static Object subject(@Nullable KernelNode node) {
		return (node != null) ? node : "a file that the kernel has forgotten";
	}

	private static KernelNode require(@Nullable KernelNode node) {
		if (node == null) {
			throw NodeTable.stale();
		}
		return node;
	}

	int dispatch(Operation operation, Object subject, Dispatcher.Work work) {
		try {
			return (int) this.dispatcher.dispatch(operation, subject, work);
		}
		catch (ErrnoException ex) {
			return -ex.errno().code();
		}
	}

	/**
	 * A node by its number, for messages: it is looked up only if the operation fails,
	 * because that takes the monitor of all nodes.
	 */
	private record NumberedSubject(NodeTable nodes, long number) {

		@Override
		public String toString() {
			return subject(this.nodes.find(this.number)).toString();
		}

	}

	/**
	 * A name in a directory, for people.
	 */
	private record NamedSubject(@Nullable KernelNode parent, byte[] name) {

		@Override
		public String toString() {
			String directory = String.valueOf(subject(this.parent));
			return (directory.equals("/") ? "" : directory) + "/" + NativeText.describe(this.name);
		}

	}

	@FunctionalInterface
	interface NodeWork {

		long run(KernelNode node) throws Exception;

	}

	@FunctionalInterface
	interface NameWork {

		long run(KernelNode parent, Name name) throws Exception;

	}

	@FunctionalInterface
	interface HandleWork {

		long run(HandleId handle) throws Exception;

	}

}
