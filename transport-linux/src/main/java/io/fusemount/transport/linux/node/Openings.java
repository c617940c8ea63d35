package io.fusemount.transport.linux.node;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes programs have open, and at what: whether the kernel knows the size of that,
 * and whether its pages have the bytes.
 */
public final class Openings {

	private final VirtualFileSystem fileSystem;

	private final NodeTable nodes;

	private final Paths paths;

	/**
	 * Creates them.
	 */
	public Openings(VirtualFileSystem fileSystem, NodeTable nodes, Paths paths) {
		this.fileSystem = fileSystem;
		this.nodes = nodes;
		this.paths = paths;
	}

	/**
	 * Returns what a program opens that has come to a node by its name.
	 * @param again whether it has been sent to look the name up already: what it has
	 * found is new enough then, whatever the name stands for by now
	 * @throws ErrnoException {@code ESTALE} if the name stands for another version, for
	 * something else or for nothing: the kernel looks it up again, once
	 */
	public Node openable(KernelNode node, boolean again) {
		while (true) {
			Node nameless = this.paths.nameless(node);
			if (nameless != null) {
				return nameless;
			}
			int moves = node.moves;
			KernelNode parent = node.parent;
			Name name = node.name;
			if (parent == null || name == null) {
				throw NodeTable.stale();
			}
			Node found = this.fileSystem.lookup(this.paths.directory(parent), name);
			if (found != null) {
				return openable(node, found, again);
			}
			this.nodes.moves.requireMoved(node, moves);
		}
	}

	private Node openable(KernelNode node, Node found, boolean again) {
		synchronized (this.nodes) {
			HandleId handle = node.handle();
			if (!node.isOfKind(found)) {
				throw NodeTable.stale();
			}
			boolean fits = this.nodes.fits(node, found);
			if (!fits && !again) {
				throw NodeTable.stale();
			}
			if (!fits && handle != null) {
				return this.fileSystem.node(handle);
			}
			if (!fits) {
				node.pages = null;
				node.unsettled = true;
			}
			this.nodes.places.identify(node, found);
			return found;
		}
	}

	/**
	 * Binds a handle to a node, if it stands for the same.
	 * @return {@code null} if it does not
	 */
	public @Nullable Opened opened(KernelNode node, HandleId handle, boolean write) {
		synchronized (this.nodes) {
			HandleId other = node.handle();
			if (other != null && !this.fileSystem.isSameFile(handle, other)) {
				return null;
			}
			boolean settled = !node.dropping;
			boolean kept = !node.dropping;
			if (other == null) {
				String version = this.fileSystem.contentVersion(handle);
				settled = node.told && !node.unsettled && node.size == this.fileSystem.status(handle).size();
				// Told of a smaller size, it has cut them off.
				kept = settled && version != null && version.equals(node.pages);
				node.unsettled = false;
				node.told = settled;
				node.dropping = !kept;
			}
			node.add(handle, write);
			return new Opened(kept, settled);
		}
	}

	/**
	 * Takes note that a program uses a handle with which it was told to drop the pages of
	 * a node: it has done so.
	 */
	public void dropped(KernelNode node) {
		synchronized (this.nodes) {
			node.dropping = false;
		}
	}

	/**
	 * Ends the use of a handle: no node stands for it any more when it is released.
	 */
	public void released(KernelNode node, HandleId handle, boolean write) {
		synchronized (this.nodes) {
			if (!node.has(handle)) {
				return;
			}
			node.pages = this.fileSystem.contentVersion(handle);
			node.tell(this.fileSystem.status(handle).size());
			node.remove(handle, write);
			if (!node.isOpen()) {
				if (node.created) {
					// What is stored has a key of its own.
					node.created = false;
					this.nodes.places.unidentify(node);
				}
				this.nodes.tidy(node);
			}
		}
	}

	/**
	 * Takes a handle back that the kernel was not told of: it has not followed what has
	 * become of the file.
	 */
	public void retracted(KernelNode node, HandleId handle, boolean write) {
		synchronized (this.nodes) {
			if (node.has(handle)) {
				node.remove(handle, write);
				node.unsettled = true;
				contentChanged(node);
				this.nodes.tidy(node);
			}
		}
	}

	/**
	 * Takes note that content was changed by others than the handles of a node.
	 */
	public void contentChanged(KernelNode node) {
		synchronized (this.nodes) {
			if (!node.isOpen()) {
				node.pages = null;
			}
		}
	}

	/**
	 * Whether a program has a node open that its name does not stand for any more: what
	 * is asked about it is answered for what is open, so that only who looks the name up
	 * finds the other.
	 * @param found what the name stands for, {@code null} for nothing
	 */
	public boolean isOpenBeside(KernelNode node, @Nullable Node found) {
		synchronized (this.nodes) {
			return node.isOpen() && node.name != null && (found == null || !this.nodes.fits(node, found));
		}
	}

	/**
	 * Whether a program may have a node open that its name does not stand for any more,
	 * because others have changed something.
	 */
	public boolean mayBeOpenBeside(KernelNode node) {
		synchronized (this.nodes) {
			return node.isOpen() && node.name != null;
		}
	}

	/**
	 * How a file has been opened.
	 *
	 * @param kept whether the kernel's pages have its bytes
	 * @param settled whether the kernel knows its size and no other
	 */
	public record Opened(boolean kept, boolean settled) {

	}

}
