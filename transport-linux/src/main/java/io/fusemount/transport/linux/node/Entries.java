package io.fusemount.transport.linux.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Creates the kernel's view of nodes: their numbers and their attributes.
 */
public final class Entries {

	private final VirtualFileSystem fileSystem;

	private final Validity validity;

	private final NodeTable nodes;

	private final Paths paths;

	/**
	 * Creates the entries.
	 */
	public Entries(VirtualFileSystem fileSystem, NodeTable nodes, Paths paths, Validity validity) {
		this.fileSystem = fileSystem;
		this.validity = validity;
		this.nodes = nodes;
		this.paths = paths;
	}

	/**
	 * Returns the entry of a node that the kernel has a number for.
	 * @throws ErrnoException {@code ESTALE} if its name stands for another node
	 */
	public Entry attributes(KernelNode node) {
		while (true) {
			Entry open = open(node);
			if (open != null) {
				return open;
			}
			Node found = this.paths.lookUp(node);
			Entry entry = tell(node, found);
			// It may have been opened in the meantime.
			if (entry != null) {
				return entry;
			}
		}
	}

	private @Nullable Entry open(KernelNode node) {
		synchronized (this.nodes) {
			Node file = node.file();
			return (file != null) ? told(node, this.fileSystem.status(file), 0, openNanos(node, file)) : null;
		}
	}

	/**
	 * While a program may write to a file, others see that at once. The name of a node
	 * may stand for another version than the one that is open, of whose changes the
	 * kernel is not notified.
	 */
	@GuardedBy("nodes")
	private long openNanos(KernelNode node, Node file) {
		long nanos = node.isWritten() ? 0 : attributesNanos(node, file);
		if (nanos > 0) {
			// The file may have been stored since, and changes are reported by its key.
			this.nodes.places.identify(node, file);
		}
		return nanos;
	}

	/** The status is that of the moment: a file changes, and stays the same object. */
	private @Nullable Entry tell(KernelNode node, Node found) {
		synchronized (this.nodes) {
			long nanos = attributesNanos(node, found);
			return node.isOpen() ? null : told(node, this.fileSystem.status(found), nanos, nanos);
		}
	}

	/**
	 * The permission to traverse directories is checked for each path, including that of
	 * the root.
	 */
	@GuardedBy("nodes")
	private long attributesNanos(KernelNode node, Node found) {
		if (node.isRoot()) {
			return this.validity.ofRoot(found);
		}
		Name name = node.name;
		Directory directory = (node.parent != null) ? node.parent.directory : null;
		return (name != null && directory != null) ? this.validity.ofAttributes(new Place(directory, name), found) : 0;
	}

	private static Entry told(KernelNode node, FileStatus status, long nameNanos, long nanos) {
		node.size.answer(status.size());
		node.believe(Math.max(nameNanos, nanos));
		return new Entry(node, status, nameNanos, nanos);
	}

	/**
	 * Returns the entry of a node for another look-up.
	 * @throws ErrnoException {@code ESTALE} if its name stands for another node, or the
	 * kernel has forgotten the node in the meantime
	 */
	public Entry again(KernelNode node) {
		Entry entry = attributes(node);
		synchronized (this.nodes) {
			if (!this.nodes.places.isKnown(node)) {
				throw NodeTable.stale();
			}
			this.nodes.places.tell(node);
		}
		return entry;
	}

	/**
	 * Provides a node for the result of a look-up.
	 * @param sure whether the name was looked up twice: a node that has something else
	 * open then gives up its name
	 * @return the entry, or {@code null} if the name has to be looked up once more
	 */
	public @Nullable Entry enter(KernelNode parent, Place place, Node found, boolean sure) {
		synchronized (this.nodes) {
			FileStatus status = this.fileSystem.status(found);
			long nanos = this.nodes.isService(parent, place.name()) ? 0 : this.validity.ofName(place, found);
			KernelNode node = choose(parent, place.name(), found, sure, nanos > 0);
			return (node != null) ? entered(node, status, nanos, this.validity.ofAttributes(place, found)) : null;
		}
	}

	/**
	 * Provides a node for an entry of a listing, which may be older than current
	 * knowledge: no other node gives up its name for it.
	 * @return the entry, or {@code null} if the name has to be looked up
	 */
	public @Nullable Entry list(KernelNode parent, Place place, Node found) {
		synchronized (this.nodes) {
			FileStatus status = this.fileSystem.status(found);
			long nanos = this.validity.ofName(place, found);
			KernelNode here = this.nodes.places.at(parent, place.name());
			boolean free = (here != null) ? this.nodes.fits(here, found) : this.nodes.places.of(found) == null;
			if (nanos == 0 || !free || this.nodes.isService(parent, place.name())) {
				return null;
			}
			KernelNode node = (here != null) ? here : this.nodes.places.add(parent, place.name(), false);
			this.nodes.places.identify(node, found);
			return entered(node, status, nanos, this.validity.ofAttributes(place, found));
		}
	}

	@GuardedBy("nodes")
	private Entry entered(KernelNode node, FileStatus status, long nameNanos, long nanos) {
		this.nodes.places.tell(node);
		return told(node, status, nameNanos, node.isWritten() ? 0 : nanos);
	}

	/**
	 * Provides a node for a file that was created and opened.
	 */
	public Entry created(KernelNode parent, Place place, Node file, boolean write) {
		synchronized (this.nodes) {
			KernelNode node = choose(parent, place.name(), file, true, true);
			if (node == null) {
				throw new IllegalStateException("A name that is sure has a node");
			}
			this.nodes.places.tell(node);
			node.createdAs = file.key();
			this.nodes.places.open(node, file, write);
			node.pages = null;
			node.dropping = true;
			// The open that has created a file checks its permissions once more.
			return told(node, this.fileSystem.status(file), 0, Validity.MOMENT);
		}
	}

	/**
	 * Chooses the node for the result of a look-up.
	 * @param current whether the name is known to stand for the result at this moment
	 * @return the node, or {@code null} if the name has to be looked up once more because
	 * another node, or the same one elsewhere, must first give up a name
	 */
	@GuardedBy("nodes")
	private @Nullable KernelNode choose(KernelNode parent, Name name, Node found, boolean sure, boolean current) {
		Places places = this.nodes.places;
		KernelNode here = places.at(parent, name);
		if (here != null && this.nodes.fits(here, found)) {
			places.identify(here, found);
			return here;
		}
		KernelNode known = places.of(found);
		boolean same = known != null && this.nodes.fits(known, found);
		boolean outdated = here != null && here.isOpen() || known != null && !same && known.isOpen();
		boolean moved = known != null && same && !current;
		if ((outdated || moved) && !sure) {
			return null;
		}
		if (here != null) {
			places.unname(here);
		}
		if (known != null && same && !parent.isWithin(known) && !isBelievedElsewhere(known)) {
			places.move(known, parent, name);
			places.identify(known, found);
			return known;
		}
		if (known != null) {
			places.unname(known);
		}
		KernelNode fresh = places.add(parent, name, this.nodes.isService(parent, name));
		places.identify(fresh, found);
		return fresh;
	}

	/**
	 * Whether the kernel would continue to trust the old name of a file, as for a file
	 * with two names, if its number got another name. A directory can have only one name,
	 * and the kernel is notified of open files. It does not keep the old name of a file
	 * that it is renaming itself.
	 */
	@GuardedBy("nodes")
	private boolean isBelievedElsewhere(KernelNode node) {
		return !node.container && node.isCounted() && !node.isOpen() && !this.nodes.moves.isMoving(node);
	}

}
