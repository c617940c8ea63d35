package io.fusemount.transport.linux.node;

import java.util.Objects;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.linux.passthrough.Backing;
import io.fusemount.transport.linux.passthrough.Backings;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that programs have open, and the version of each: whether the kernel knows
 * the size of the version, and whether its pages have the bytes.
 */
public final class Openings {

	private final VirtualFileSystem fileSystem;

	private final NodeTable nodes;

	private final Paths paths;

	private final Backings backings;

	/**
	 * Creates the openings.
	 */
	public Openings(VirtualFileSystem fileSystem, NodeTable nodes, Paths paths, Backings backings) {
		this.fileSystem = fileSystem;
		this.nodes = nodes;
		this.paths = paths;
		this.backings = backings;
	}

	/**
	 * Returns the file to open for a program that has found a node by its name.
	 * @param again whether the program has already been made to look the name up again:
	 * the result of that look-up is then recent enough, whatever the name stands for by
	 * now
	 * @throws ErrnoException {@code ESTALE} if the name stands for another version, for
	 * another file or for nothing: the kernel then looks it up again, once
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
			Node open = node.file();
			if (!node.isOfKind(found)) {
				throw NodeTable.stale();
			}
			boolean fits = this.nodes.fits(node, found);
			if (!fits && !again) {
				throw NodeTable.stale();
			}
			if (!fits && open != null) {
				return open;
			}
			if (!fits) {
				node.pages = null;
				node.size.doubt();
			}
			this.nodes.places.identify(node, found);
			return found;
		}
	}

	/**
	 * Binds a handle to a node if the node does not stand for another version. The first
	 * handle decides whether the kernel reads the file by itself, because all have to
	 * agree.
	 * @return how the file was opened, {@code null} if the versions differ
	 */
	public @Nullable Opened opened(KernelNode node, HandleId handle, OpenOptions options) {
		// Prepared without the monitor, because the disk may be slow.
		Backing prepared = (options.write() || node.isOpen()) ? null : this.backings.open(handle);
		Opened opened = null;
		try {
			opened = opened(node, this.fileSystem.node(handle), options, prepared);
			return opened;
		}
		finally {
			if (prepared != null && (opened == null || opened.backing() != prepared)) {
				this.backings.close(prepared);
			}
		}
	}

	private @Nullable Opened opened(KernelNode node, Node file, OpenOptions options, @Nullable Backing prepared) {
		synchronized (this.nodes) {
			Node other = node.file();
			// What the kernel reads by itself has no writers, whom it would let change
			// it.
			if (other != null && (other != file || options.write() && node.backing() != null)) {
				return null;
			}
			boolean settled = !node.notifying;
			boolean kept = !node.dropping && !node.bypassed;
			if (other == null) {
				String version = this.fileSystem.coherence().contentVersion(file);
				long size = this.fileSystem.status(file).size();
				settled = node.size.is(size);
				// The kernel has truncated its pages when it received a smaller size.
				kept = settled && version != null && version.equals(node.pages);
				if (!settled) {
					// The kernel is notified.
					node.size.renew();
				}
				node.dropping = !kept;
				node.notifying = !settled;
				node.bypassed = false;
				node.back(prepared);
			}
			node.bypassed |= options.write() && options.direct();
			this.nodes.places.open(node, file, options.write());
			return new Opened(kept && node.backing() == null, settled, backing(node));
		}
	}

	/**
	 * Returns what the kernel reads by itself for the handles of an open node,
	 * {@code null} if it sends requests.
	 */
	public @Nullable Backing backing(KernelNode node) {
		synchronized (this.nodes) {
			Backing backing = node.backing();
			if (backing != null) {
				this.backings.opened();
			}
			return backing;
		}
	}

	/**
	 * Records that a program uses a handle with which it was told to drop the pages of a
	 * node, so that the pages are dropped.
	 */
	public void dropped(KernelNode node) {
		synchronized (this.nodes) {
			node.dropping = false;
		}
	}

	/**
	 * Records that the kernel has been notified that it may have another size.
	 */
	public void notified(KernelNode node) {
		synchronized (this.nodes) {
			node.notifying = false;
		}
	}

	/**
	 * Records that a program has truncated a node to nothing by opening it, before the
	 * kernel receives the answer and does the same.
	 */
	public void emptied(KernelNode node) {
		synchronized (this.nodes) {
			node.size.set(0);
		}
	}

	/**
	 * Records that the kernel takes the attributes of a node from the next answer,
	 * whatever else is in transit, because it has asked to change them.
	 */
	public void changing(KernelNode node) {
		synchronized (this.nodes) {
			node.size.renew();
		}
	}

	/**
	 * Records that the kernel has not received the answer with which its size would have
	 * changed.
	 */
	public void unanswered(KernelNode node) {
		synchronized (this.nodes) {
			node.size.doubt();
		}
	}

	/**
	 * Ends the use of a handle, before the handle is released.
	 */
	public void released(KernelNode node, boolean write) {
		Backing ended;
		synchronized (this.nodes) {
			Node file = Objects.requireNonNull(node.file());
			node.pages = node.bypassed ? null : this.fileSystem.coherence().contentVersion(file);
			long size = this.fileSystem.status(file).size();
			this.nodes.places.close(node, write);
			if (!node.isOpen()) {
				node.size.compare(size);
			}
			ended = node.unused();
			this.nodes.places.note(node);
			this.nodes.tidy(node);
		}
		this.backings.close(ended);
	}

	/**
	 * Takes back a handle that the kernel has not received. The handle has not followed
	 * the changes of the file.
	 */
	public void retracted(KernelNode node, boolean write) {
		Backing ended;
		synchronized (this.nodes) {
			this.nodes.places.close(node, write);
			node.size.doubt();
			ended = node.unused();
			contentChanged(node);
			this.nodes.places.note(node);
			this.nodes.tidy(node);
		}
		this.backings.close(ended);
	}

	/**
	 * Records that content was changed other than through the handles of a node.
	 */
	public void contentChanged(KernelNode node) {
		synchronized (this.nodes) {
			if (!node.isOpen()) {
				node.pages = null;
			}
		}
	}

	/**
	 * Whether a program has a node open for which its name no longer stands: requests for
	 * the node are answered for the open version, so that only a look-up of the name
	 * finds the other version.
	 * @param found the node that the name stands for, {@code null} for none
	 */
	public boolean isOpenBeside(KernelNode node, @Nullable Node found) {
		synchronized (this.nodes) {
			return node.isOpen() && node.name != null && (found == null || !this.nodes.fits(node, found));
		}
	}

	/**
	 * Whether a program may have a node open for which its name no longer stands, because
	 * others have changed something.
	 */
	public boolean mayBeOpenBeside(KernelNode node) {
		synchronized (this.nodes) {
			return node.isOpen() && node.name != null;
		}
	}

	/**
	 * Whether a program has a node open for which its name no longer stands, or which
	 * cannot be looked for.
	 */
	public boolean isFoundBeside(KernelNode node) {
		KernelNode parent = node.parent;
		Name name = node.name;
		if (parent == null || name == null || !mayBeOpenBeside(node)) {
			return false;
		}
		try {
			return isOpenBeside(node, this.fileSystem.lookup(this.paths.directory(parent), name));
		}
		catch (RuntimeException ex) {
			return true;
		}
	}

	/**
	 * The result of opening a file.
	 *
	 * @param kept whether the kernel's pages have its bytes
	 * @param settled whether the kernel knows its size, and no other
	 * @param backing what the kernel reads by itself, {@code null} if it sends requests
	 */
	public record Opened(boolean kept, boolean settled, @Nullable Backing backing) {

	}

}
