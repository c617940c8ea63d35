package io.fusemount.transport.linux.node;

import java.util.ArrayList;
import java.util.List;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that the kernel has numbers for. The kernel has one size and one set of pages
 * for a number, so an open node stands for one version of a file: requests for the node
 * are answered for that version, and a look-up of its name returns another node if the
 * name stands for another version.
 * <p>
 * Its monitor guards the state of all nodes in this package. It is held during calls of
 * the filesystem that are answered from memory, never during calls that may wait.
 */
public final class NodeTable {

	@GuardedBy("this")
	final Places places = new Places();

	final Moves moves = new Moves();

	private final KernelNode root;

	/**
	 * Creates the table with the root in it.
	 */
	public NodeTable(VirtualFileSystem fileSystem) {
		this.root = this.places.add(null, null, false);
		this.places.identify(this.root, fileSystem.resolve("/"));
	}

	/**
	 * Returns a failure that makes the kernel look the name up again.
	 */
	public static ErrnoException stale() {
		return new ErrnoException(Errno.ESTALE, "The name stands for something else now");
	}

	/**
	 * Returns the node of a number.
	 * @throws ErrnoException {@code ESTALE} if the kernel never received the number, or
	 * has forgotten it
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
	 * Returns the kernel's node at a place, or {@code null}.
	 */
	public synchronized @Nullable KernelNode at(Place place) {
		KernelNode parent = this.places.of(place.directory().key());
		return (parent != null) ? this.places.at(parent, place.name()) : null;
	}

	/**
	 * Returns the kernel's node of a key, or {@code null}.
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
	 * Returns the directory of a node; the root is its own directory.
	 */
	public KernelNode parent(KernelNode node) {
		KernelNode parent = node.parent;
		return (parent != null) ? parent : node;
	}

	/**
	 * Returns the nodes below a directory; there are none below a file.
	 */
	public synchronized List<KernelNode> below(KernelNode directory) {
		List<KernelNode> nodes = new ArrayList<>();
		if (directory.container) {
			this.places.forEach((node) -> {
				if (node.isBelow(directory)) {
					nodes.add(node);
				}
			});
		}
		return nodes;
	}

	/**
	 * Returns the number of nodes.
	 */
	public synchronized int size() {
		return this.places.size();
	}

	/**
	 * Returns the numbers of the oldest nodes, which count as the newest from then on.
	 */
	public synchronized long[] oldest(int count) {
		return this.places.oldest(count);
	}

	/**
	 * Whether a node is in the service directory, where each user sees their own entries.
	 */
	public boolean isService(KernelNode node) {
		return node.service;
	}

	/**
	 * Whether a name is in the service directory, or is the name of that directory.
	 */
	public boolean isService(KernelNode parent, Name name) {
		return parent.service || parent.isRoot() && name.equals(Name.SERVICE);
	}

	/**
	 * Writes down all nodes.
	 */
	public synchronized void write(NoteWriter notes) {
		this.places.write(notes);
	}

	/**
	 * Writes down all nodes from now on, as they change.
	 */
	public synchronized void keep(Notebook notebook) {
		this.places.keep(notebook);
	}

	/**
	 * Distrusts what was written down about what the kernel knows, because it was written
	 * some time before the process ended.
	 */
	public synchronized void distrust() {
		this.places.forEach(KernelNode::distrust);
	}

	/**
	 * Goes on with the nodes that an earlier process has written down.
	 */
	public synchronized void read(NoteReader notes) {
		this.places.read(notes);
	}

	/**
	 * Adds a handle that an earlier process has given to a program.
	 */
	public synchronized void resume(KernelNode node, Node file, boolean write) {
		this.places.open(node, file, write);
	}

	/**
	 * Records that the kernel has forgotten a node, or never received it.
	 */
	public synchronized void forget(long id, long lookups) {
		KernelNode node = this.places.get(id);
		if (node != null) {
			node.discount(lookups);
			this.places.note(node);
			tidy(node);
		}
	}

	/**
	 * Records that the kernel's knowledge of a node is outdated.
	 * @return whether the kernel may still trust it
	 */
	public synchronized boolean doubt(KernelNode node) {
		boolean believed = node.isBelieved();
		node.doubt();
		return believed;
	}

	@GuardedBy("this")
	void tidy(KernelNode node) {
		if (!node.isCounted() && !node.isOpen() && !node.isRoot()) {
			this.places.forget(node);
		}
	}

	/** Whether the kernel may continue to use this node for the result of a look-up. */
	@GuardedBy("this")
	boolean fits(KernelNode node, Node found) {
		if (node.isOpen()) {
			return node.file() == found;
		}
		KernelNode known = this.places.of(found);
		boolean free = known == null || known == node || !known.isOpen();
		return free && node.isOfKind(found) && (node.key == null || node.key.equals(found.key()));
	}

}
