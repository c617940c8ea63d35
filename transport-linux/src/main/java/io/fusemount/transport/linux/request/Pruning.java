package io.fusemount.transport.linux.request;

import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.notice.Notifier;

/**
 * Has the kernel forget the nodes that it was told of first, if there are too many: it
 * keeps what is in use, and drops the rest with its pages.
 */
final class Pruning {

	private final NodeTable nodes;

	private final Notifier notifier;

	private final int limit;

	Pruning(NodeTable nodes, Notifier notifier, int limit) {
		this.nodes = nodes;
		this.notifier = notifier;
		this.limit = limit;
	}

	void prune() {
		if (this.notifier.canForget() && this.nodes.size() > this.limit && this.notifier.isQuiet()) {
			this.notifier.forget(this.nodes.oldest(Notifier.MAX_FORGOTTEN));
		}
	}

}
