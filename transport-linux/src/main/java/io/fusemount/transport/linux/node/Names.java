package io.fusemount.transport.linux.node;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the names of nodes at the request of the kernel.
 */
public final class Names {

	private final NodeTable nodes;

	/**
	 * Creates the changes.
	 */
	public Names(NodeTable nodes) {
		this.nodes = nodes;
	}

	/**
	 * Records that a name was removed.
	 */
	public void removed(KernelNode parent, Name name) {
		synchronized (this.nodes) {
			KernelNode node = this.nodes.places.at(parent, name);
			if (node != null) {
				this.nodes.places.unname(node);
				node.doubt();
			}
		}
	}

	/**
	 * Records that the node of a name is about to get another name, until the result is
	 * {@linkplain Moves.Move#close closed}.
	 */
	public Moves.Move moving(KernelNode parent, Name name) {
		synchronized (this.nodes) {
			return this.nodes.moves.begin(this.nodes.places.at(parent, name));
		}
	}

	/**
	 * Records that a {@linkplain #moving moving} node has another name, by which it may
	 * have been found already.
	 */
	public void renamed(Moves.Move move, KernelNode newParent, Name newName) {
		synchronized (this.nodes) {
			Places places = this.nodes.places;
			KernelNode node = move.node;
			KernelNode replaced = places.at(newParent, newName);
			if (replaced != null && replaced != node) {
				places.unname(replaced);
				replaced.doubt();
			}
			if (node != null && newParent.isWithin(node)) {
				places.unname(node);
			}
			else if (node != null && node.name != null) {
				if (!node.isAt(newParent, newName)) {
					places.move(node, newParent, newName);
				}
				node.doubt();
				if (!node.container) {
					places.unidentify(node);
					node.pages = node.isOpen() ? node.pages : null;
				}
			}
		}
	}

	/**
	 * Records the identity of a node that has just got its name.
	 * @return the node, {@code null} if the kernel has none there
	 */
	public @Nullable KernelNode identified(KernelNode parent, Name name, @Nullable Node found) {
		synchronized (this.nodes) {
			KernelNode node = this.nodes.places.at(parent, name);
			if (node != null && found != null && node.key == null && node.isOfKind(found)) {
				this.nodes.places.identify(node, found);
			}
			return node;
		}
	}

}
