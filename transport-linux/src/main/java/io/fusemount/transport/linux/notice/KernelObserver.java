package io.fusemount.transport.linux.notice;

import java.time.Duration;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.ChangeObserver;
import io.fusemount.transport.linux.node.KernelNode;
import io.fusemount.transport.linux.node.NodeTable;
import org.jspecify.annotations.Nullable;

/**
 * Hears of changes, and has the kernel told of those that it does not know from the
 * answers to its own requests.
 */
public final class KernelObserver implements ChangeObserver {

	/**
	 * Who has changed something is back when programs see it: the kernel is told in some
	 * 50 µs. Of attributes it waits for nothing then, and without them it asks whatever
	 * it believes of the name. Of a name that stood for nothing, it may wait for a
	 * request that is being served.
	 */
	private static final Duration PATIENCE = Duration.ofMillis(20);

	private static final Duration PATIENCE_FOR_NAMES = Duration.ofMillis(2);

	/** Whether a thread serves requests of any mount. */
	private static final ThreadLocal<Boolean> SERVING = ThreadLocal.withInitial(() -> false);

	private final NodeTable nodes;

	private final Notifier attributes;

	private final Notifier names;

	private final Missing missing;

	private final ThreadLocal<@Nullable OwnNames> own = new ThreadLocal<>();

	/**
	 * Creates it.
	 * @param attributes tells of attributes, for which the kernel never waits
	 * @param names tells of names
	 */
	public KernelObserver(NodeTable nodes, Notifier attributes, Notifier names, Missing missing) {
		this.nodes = nodes;
		this.attributes = attributes;
		this.names = names;
		this.missing = missing;
	}

	/**
	 * Says that the current thread serves requests, or does no more.
	 */
	public static void serving(boolean serving) {
		if (serving) {
			SERVING.set(true);
		}
		else {
			SERVING.remove();
		}
	}

	/**
	 * Says that the current thread changes names because the kernel has asked for it,
	 * which knows of that.
	 * @param names {@code null} if it has done so
	 */
	public void changing(@Nullable OwnNames names) {
		if (names != null) {
			this.own.set(names);
		}
		else {
			this.own.remove();
		}
	}

	@Override
	public void named(Place place, @Nullable Node node) {
		OwnNames names = this.own.get();
		if (names != null && names.has(place)) {
			return;
		}
		KernelNode known = this.nodes.at(place);
		if (known != null && (node == null || !this.nodes.standsFor(known, node))) {
			this.nodes.whereBelieved(known, this.names::entry);
			attributes(known);
		}
		else if (known != null) {
			attributes(known);
		}
		else if (node != null) {
			KernelNode directory = this.nodes.of(place.directory().key());
			if (directory != null && this.missing.has(directory.id(), place.name())) {
				this.names.entry(place.name(), directory.id());
				settle(this.names, PATIENCE_FOR_NAMES);
			}
		}
		settle(this.attributes, PATIENCE);
	}

	@Override
	public void updated(NodeKey file) {
		KernelNode known = this.nodes.of(file);
		if (known != null) {
			attributes(known);
			settle(this.attributes, PATIENCE);
		}
	}

	@Override
	public void changed(NodeKey node) {
		KernelNode known = this.nodes.of(node);
		if (known != null) {
			changed(known);
		}
		announceMissing();
		settle(this.attributes, PATIENCE);
	}

	/** An open node keeps its pages: they are those of the version that it stands for. */
	private void changed(KernelNode node) {
		this.nodes.whereBelieved(node, this.names::entry);
		attributes(node);
	}

	/** The pages go when the file is opened, with what the kernel is answered then. */
	private void attributes(KernelNode node) {
		if (this.nodes.doubt(node)) {
			this.attributes.attributes(node.id());
		}
	}

	@Override
	public void touched(NodeKey directory) {
		OwnNames names = this.own.get();
		KernelNode known = this.nodes.of(directory);
		if (known != null && (names == null || !names.isIn(directory))) {
			attributes(known);
		}
	}

	@Override
	public void namesChanged(NodeKey directory) {
		this.nodes.in(directory).forEach(this::changed);
		announceMissing();
		settle(this.attributes, PATIENCE);
	}

	@Override
	public void allChanged() {
		this.nodes.in(null).forEach(this::changed);
		announceMissing();
		settle(this.attributes, PATIENCE);
	}

	private void announceMissing() {
		if (this.missing.announce(this.names)) {
			settle(this.names, PATIENCE_FOR_NAMES);
		}
	}

	/** Who serves a request must not wait for the kernel. */
	private static void settle(Notifier notifier, Duration patience) {
		if (!SERVING.get()) {
			notifier.await(patience);
		}
	}

}
