package io.fusemount.transport.linux.node;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * The names of nodes, which the kernel has asked to be changed.
 */
public final class Names {

	private final NodeTable nodes;

	/**
	 * Creates them.
	 */
	public Names(NodeTable nodes) {
		this.nodes = nodes;
	}

	/**
	 * Takes note that a name is gone.
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
	 * Says that what has a name is about to get another one, until it is
	 * {@linkplain Moves.Move#close closed}.
	 */
	public Moves.Move moving(KernelNode parent, Name name) {
		synchronized (this.nodes) {
			return this.nodes.moves.begin(this.nodes.places.at(parent, name));
		}
	}

	/**
	 * Takes note that what has been {@linkplain #moving moving} has another name, by
	 * which somebody may have found it already.
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
				this.nodes.giveUpName(node);
			}
			else if (node != null && node.name != null) {
				if (!node.isAt(newParent, newName)) {
					places.move(node, newParent, newName);
				}
				node.doubt();
				if (node.directory == null) {
					places.unidentify(node);
					node.pages = node.isOpen() ? node.pages : null;
				}
			}
		}
	}

	/**
	 * Takes note of what a node is that has just got its name.
	 * @return the node, {@code null} if the kernel knows none there
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
