package io.fusemount.transport.linux.node;

import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Resolves nodes at this moment by looking up their names, from the root down.
 */
public final class Paths {

	private final VirtualFileSystem fileSystem;

	private final NodeTable nodes;

	private final Validity validity;

	/**
	 * Creates the resolver.
	 */
	public Paths(VirtualFileSystem fileSystem, NodeTable nodes, Validity validity) {
		this.fileSystem = fileSystem;
		this.nodes = nodes;
		this.validity = validity;
	}

	/**
	 * Returns the current state of a directory. Names that the kernel still trusts are
	 * not looked up again.
	 * @throws ErrnoException {@code ENOTDIR}, {@code ESTALE}
	 */
	public Directory directory(KernelNode node) {
		if (!node.container) {
			throw new ErrnoException(Errno.ENOTDIR, "Not a directory");
		}
		Directory known = node.directory;
		return (known != null && (node.isRoot() || node.isBelieved())) ? known : (Directory) lookUp(node);
	}

	/**
	 * Returns the place of a name in a directory.
	 * @throws ErrnoException {@code ENOTDIR}, {@code ESTALE}
	 */
	public Place place(KernelNode parent, Name name) {
		return new Place(directory(parent), name);
	}

	/**
	 * Returns the current state of a node: the open version if the node no longer has a
	 * name.
	 * @throws ErrnoException {@code ESTALE} if the name stands for another node
	 */
	public Node current(KernelNode node) {
		Node open = nameless(node);
		return (open != null) ? open : lookUp(node);
	}

	/**
	 * Returns the version that a node without a name has open, or {@code null} if the
	 * node has a name or is not open.
	 */
	@Nullable Node nameless(KernelNode node) {
		synchronized (this.nodes) {
			return (node.name == null) ? node.file() : null;
		}
	}

	/**
	 * Looks up the name of a node, which must stand for the same node. Waits while the
	 * name is being changed.
	 * @throws ErrnoException {@code ESTALE} if it stands for another node: the kernel
	 * then looks it up again
	 */
	Node lookUp(KernelNode node) {
		while (true) {
			int moves = node.moves;
			KernelNode parent = node.parent;
			Name name = node.name;
			if (parent == null) {
				return this.fileSystem.resolve("/");
			}
			if (name == null) {
				throw NodeTable.stale();
			}
			Place place = place(parent, name);
			Node found = this.fileSystem.lookup(place.directory(), name);
			if (isFound(node, place, found)) {
				return Objects.requireNonNull(found);
			}
			this.nodes.moves.requireMoved(node, moves);
		}
	}

	private boolean isFound(KernelNode node, Place place, @Nullable Node found) {
		synchronized (this.nodes) {
			if (found == null || !this.nodes.fits(node, found) || !place.name().equals(node.name)) {
				return false;
			}
			this.nodes.places.identify(node, found);
			if (found instanceof Directory) {
				node.believe(this.validity.ofName(place, found));
			}
			return true;
		}
	}

}
