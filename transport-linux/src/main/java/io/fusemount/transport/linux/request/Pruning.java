package io.fusemount.transport.linux.request;

import java.util.stream.LongStream;

import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.notice.Notifier;

/**
 * Has the kernel forget the nodes that it was told of first, if there are too many: it
 * keeps what is in use, and drops the rest with its pages.
 */
final class Pruning {

	/** How many the kernel is asked to forget at once. */
	static final int BATCH = 1024;

	private final NodeTable nodes;

	private final Notifier notifier;

	private final int limit;

	Pruning(NodeTable nodes, Notifier notifier, int limit) {
		this.nodes = nodes;
		this.notifier = notifier;
		this.limit = limit;
	}

	void prune() {
		if (this.notifier.canForget() && this.notifier.isQuiet() && this.nodes.size() > this.limit) {
			LongStream.Builder oldest = LongStream.builder();
			this.nodes.oldest(this.limit, BATCH, oldest::add);
			this.notifier.forget(oldest.build().toArray());
		}
	}

}
