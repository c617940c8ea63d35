package io.fusemount.transport.linux.notice;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.ChangeObserver;
import io.fusemount.transport.linux.node.KernelNode;
import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.node.Openings;
import org.jspecify.annotations.Nullable;

/**
 * Observes changes, and notifies the kernel of those that it does not know from the
 * answers to its own requests.
 */
public final class KernelObserver implements ChangeObserver {

	/**
	 * How long a change waits for the kernel to be notified, so that programs see the
	 * change when it returns; a notification takes about 50 µs. Without trusted
	 * attributes, the kernel revalidates every trusted name.
	 */
	public static final Duration PATIENCE = Duration.ofMillis(20);

	/** Whether the current thread serves requests of any mount. */
	private static final ThreadLocal<Boolean> SERVING = ThreadLocal.withInitial(() -> false);

	private final NodeTable nodes;

	private final Openings openings;

	private final Notifier notifier;

	private final NameNotices names;

	private final ThreadLocal<@Nullable OwnNames> own = new ThreadLocal<>();

	public KernelObserver(NodeTable nodes, Openings openings, Notifier notifier, NameNotices names) {
		this.nodes = nodes;
		this.openings = openings;
		this.notifier = notifier;
		this.names = names;
	}

	/**
	 * Sets whether the current thread serves requests.
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
	 * Sets the names that the current thread changes at the request of the kernel, which
	 * therefore knows of the change.
	 * @param names the names, {@code null} when the change is complete
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
		if (known != null) {
			doubt(known);
			if (this.openings.isOpenBeside(known, node)) {
				this.names.send(this.notifier);
			}
		}
		settle();
	}

	@Override
	public void updated(NodeKey file) {
		KernelNode known = this.nodes.of(file);
		if (known != null) {
			doubt(known);
			settle();
		}
	}

	@Override
	public void changed(NodeKey node) {
		doubtAll(this.nodes.of(node), this.openings::mayBeOpenBeside);
	}

	/**
	 * The attributes of an open file are correct, but its name may belong to another
	 * file.
	 */
	private void doubtAll(@Nullable KernelNode node, Predicate<KernelNode> beside) {
		if (node == null) {
			return;
		}
		List<KernelNode> below = this.nodes.below(node);
		below.forEach(this::doubt);
		doubt(node);
		if (beside.test(node) || below.stream().anyMatch(beside)) {
			this.names.send(this.notifier);
		}
		settle();
	}

	/**
	 * Notifies the kernel of changed attributes. The kernel then asks by the number of
	 * the node, and looks the name up again if it stands for another node. The pages are
	 * dropped when the file is opened.
	 */
	private void doubt(KernelNode node) {
		if (this.nodes.doubt(node)) {
			this.notifier.attributes(node.id());
		}
	}

	@Override
	public void touched(NodeKey directory) {
		OwnNames names = this.own.get();
		KernelNode known = this.nodes.of(directory);
		if (known != null && (names == null || !names.isIn(directory))) {
			doubt(known);
		}
	}

	@Override
	public void namesChanged(NodeKey directory) {
		doubtAll(this.nodes.of(directory), this.openings::mayBeOpenBeside);
	}

	@Override
	public void namesTaken() {
		this.names.send(this.notifier);
		settle();
	}

	@Override
	public void allChanged() {
		doubtAll(this.nodes.root(), this.openings::mayBeOpenBeside);
	}

	/**
	 * Everything may have changed while nobody observed it and no request was served:
	 * open files are looked for by their names.
	 */
	public void unobserved() {
		doubtAll(this.nodes.root(), this.openings::isFoundBeside);
	}

	/** A thread that serves a request must not wait for the kernel. */
	private void settle() {
		if (!SERVING.get()) {
			this.notifier.await(PATIENCE);
		}
	}

}
