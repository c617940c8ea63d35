package io.fusemount.transport.linux.node;

import java.util.ArrayList;
import java.util.List;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that the kernel has numbers for. The kernel has one size and one set of pages
 * for a number, so that a node that is open stands for one version of a file: what is
 * asked about it is answered for that version, and who looks its name up when that stands
 * for another one is given another node.
 * <p>
 * Its monitor guards what the nodes are, for all of this package. It is held while the
 * filesystem is asked what it knows already, never while it may ask anybody else.
 */
public final class NodeTable {

	private final VirtualFileSystem fileSystem;

	@GuardedBy("this")
	final Places places = new Places();

	final Moves moves = new Moves();

	private final KernelNode root;

	/**
	 * Creates the table with the root in it.
	 */
	public NodeTable(VirtualFileSystem fileSystem) {
		this.fileSystem = fileSystem;
		this.root = this.places.add(null, null, false);
		this.places.identify(this.root, fileSystem.resolve("/"));
	}

	/**
	 * Returns a failure after which the kernel looks the name up again.
	 */
	public static ErrnoException stale() {
		return new ErrnoException(Errno.ESTALE, "The name stands for something else now");
	}

	/**
	 * Returns the node of a number.
	 * @throws ErrnoException {@code ESTALE} if the kernel was not told of it, or has
	 * forgotten it
	 */
	public KernelNode get(long id) {
		KernelNode node = find(id);
		if (node == null) {
			throw stale();
		}
		return node;
	}

	/**
	 * Returns the node of a number, or {@code null} if there is none.
	 */
	public synchronized @Nullable KernelNode find(long id) {
		return this.places.get(id);
	}

	/**
	 * Returns the node at a place that the kernel knows, or {@code null}.
	 */
	public synchronized @Nullable KernelNode at(Place place) {
		KernelNode parent = this.places.of(place.directory().key());
		return (parent != null) ? this.places.at(parent, place.name()) : null;
	}

	/**
	 * Returns the node of a key that the kernel knows, or {@code null}.
	 */
	public synchronized @Nullable KernelNode of(NodeKey key) {
		return this.places.of(key);
	}

	/**
	 * Returns the root, below which all others are.
	 */
	public KernelNode root() {
		return this.root;
	}

	/**
	 * Returns the directory that a node is in, the root for itself.
	 */
	public KernelNode parent(KernelNode node) {
		KernelNode parent = node.parent;
		return (parent != null) ? parent : node;
	}

	/**
	 * Returns the nodes below a directory, none below a file.
	 */
	public synchronized List<KernelNode> below(KernelNode directory) {
		List<KernelNode> nodes = new ArrayList<>();
		if (directory.directory != null) {
			this.places.forEach((node) -> {
				if (node.isBelow(directory)) {
					nodes.add(node);
				}
			});
		}
		return nodes;
	}

	/**
	 * Returns how many nodes there are.
	 */
	public synchronized int size() {
		return this.places.size();
	}

	/**
	 * Returns the numbers of the oldest nodes, which count as the newest from now on.
	 */
	public synchronized long[] oldest(int count) {
		return this.places.oldest(count);
	}

	/**
	 * Whether a node is in the mount's own directory, where each user sees his own.
	 */
	public boolean isService(KernelNode node) {
		return node.service;
	}

	/**
	 * Whether a name is in the mount's own directory, or is that of it.
	 */
	public boolean isService(KernelNode parent, Name name) {
		return parent.service || parent.isRoot() && name.equals(Name.SERVICE);
	}

	/**
	 * Takes note that the kernel has forgotten a node, or was never told of it.
	 */
	public synchronized void forget(long id, long lookups) {
		KernelNode node = this.places.get(id);
		if (node != null) {
			node.lookups -= lookups;
			tidy(node);
		}
	}

	/**
	 * Takes note that what the kernel knows of a node is not right any more.
	 * @return whether it may believe it yet
	 */
	public synchronized boolean doubt(KernelNode node) {
		boolean believed = node.isBelieved();
		node.doubt();
		return believed;
	}

	@GuardedBy("this")
	void tidy(KernelNode node) {
		if (node.lookups <= 0 && !node.isOpen() && !node.isRoot()) {
			this.places.forget(node);
		}
	}

	/** Whether the kernel may go on taking this node for what was found. */
	@GuardedBy("this")
	boolean fits(KernelNode node, Node found) {
		HandleId handle = node.handle();
		if (handle != null) {
			return found instanceof RegularFile && this.fileSystem.isOpenAt(handle, found);
		}
		return node.isOfKind(found) && (node.key == null || node.key.equals(found.key()));
	}

	@GuardedBy("this")
	void giveUpName(KernelNode node) {
		HandleId handle = node.handle();
		if (handle != null && node.name != null) {
			this.fileSystem.supersede(handle, null);
		}
		this.places.unname(node);
	}

}
