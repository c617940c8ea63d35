package io.fusemount.transport.linux.request;

import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.notice.Notifier;

/**
 * Makes the kernel forget its oldest nodes if there are too many: it keeps those in use,
 * and drops the others with their pages.
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
