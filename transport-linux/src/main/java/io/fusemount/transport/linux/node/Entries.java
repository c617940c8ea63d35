package io.fusemount.transport.linux.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel is told of nodes: their numbers, and their attributes.
 */
public final class Entries {

	/**
	 * A tick of the kernel's clock, which it rounds up to, in nanoseconds: the open that
	 * has created a file looks at its permissions once more.
	 */
	private static final long MOMENT = 1;

	private final VirtualFileSystem fileSystem;

	private final NodeTable nodes;

	private final Paths paths;

	/**
	 * Creates them.
	 */
	public Entries(VirtualFileSystem fileSystem, NodeTable nodes, Paths paths) {
		this.fileSystem = fileSystem;
		this.nodes = nodes;
		this.paths = paths;
	}

	/**
	 * Returns what the kernel is to know of a node that it has a number for.
	 * @throws ErrnoException {@code ESTALE} if its name stands for something else
	 */
	public Entry attributes(KernelNode node) {
		while (true) {
			Entry open = open(node);
			if (open != null) {
				return open;
			}
			Node found = this.paths.lookUp(node);
			Entry entry = tell(node, found, this.fileSystem.status(found));
			// It may have been opened meanwhile.
			if (entry != null) {
				return entry;
			}
		}
	}

	/** What is open may be written to, and nobody tells the kernel of that. */
	private @Nullable Entry open(KernelNode node) {
		synchronized (this.nodes) {
			HandleId handle = node.handle();
			return (handle != null) ? told(node, this.fileSystem.status(handle), 0, 0) : null;
		}
	}

	private @Nullable Entry tell(KernelNode node, Node found, FileStatus status) {
		synchronized (this.nodes) {
			long nanos = validNanos(node, found);
			return node.isOpen() ? null : told(node, status, nanos, nanos);
		}
	}

	/** Who may go through directories is looked at for each path, the root's too. */
	@GuardedBy("nodes")
	private long validNanos(KernelNode node, Node found) {
		if (node.isRoot()) {
			return this.fileSystem.rootValidNanos();
		}
		Name name = node.name;
		Directory directory = (node.parent != null) ? node.parent.directory : null;
		return (name != null && directory != null) ? this.fileSystem.validNanos(new Place(directory, name), found) : 0;
	}

	private static Entry told(KernelNode node, FileStatus status, long nameNanos, long nanos) {
		node.tell(status.size());
		node.believe(Math.max(nameNanos, nanos));
		return new Entry(node, status, nameNanos, nanos);
	}

	/**
	 * Tells the kernel of a node once more.
	 * @throws ErrnoException {@code ESTALE} if its name stands for something else, or the
	 * kernel has forgotten it meanwhile
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
	 * Gives the kernel a node for what was found under a name.
	 * @param sure whether it was looked up twice: a node that is open at something else
	 * gives its name free
	 * @return {@code null} if it is to be looked up once more
	 */
	public @Nullable Entry enter(KernelNode parent, Place place, Node found, boolean sure) {
		FileStatus status = this.fileSystem.status(found);
		synchronized (this.nodes) {
			long nanos = this.nodes.isService(parent, place.name()) ? 0 : this.fileSystem.validNanos(place, found);
			KernelNode node = choose(parent, place.name(), found, sure, nanos > 0);
			return (node != null) ? entered(node, status, nanos) : null;
		}
	}

	/**
	 * Gives the kernel a node for an entry of a listing, which may be older than what is
	 * known: no other node gives its name to it.
	 * @return {@code null} if it is to be looked up
	 */
	public @Nullable Entry list(KernelNode parent, Place place, Node found) {
		FileStatus status = this.fileSystem.status(found);
		synchronized (this.nodes) {
			long nanos = this.fileSystem.validNanos(place, found);
			KernelNode here = this.nodes.places.at(parent, place.name());
			boolean free = (here != null) ? this.nodes.fits(here, found) : this.nodes.places.of(found.key()) == null;
			if (nanos == 0 || !free || this.nodes.isService(parent, place.name())) {
				return null;
			}
			KernelNode node = (here != null) ? here : this.nodes.places.add(parent, place.name(), false);
			this.nodes.places.identify(node, found);
			return entered(node, status, nanos);
		}
	}

	@GuardedBy("nodes")
	private Entry entered(KernelNode node, FileStatus status, long nanos) {
		HandleId handle = node.handle();
		this.nodes.places.tell(node);
		return (handle != null) ? told(node, this.fileSystem.status(handle), nanos, (node.writers > 0) ? 0 : nanos)
				: told(node, status, nanos, nanos);
	}

	/**
	 * Gives the kernel a node for a file that was created and opened.
	 */
	public Entry created(KernelNode parent, Place place, HandleId handle, boolean write) {
		synchronized (this.nodes) {
			KernelNode node = choose(parent, place.name(), this.fileSystem.node(handle), true, true);
			if (node == null) {
				throw new IllegalStateException("A name that is sure has a node");
			}
			this.nodes.places.tell(node);
			node.created = true;
			node.add(handle, write);
			node.pages = null;
			node.dropping = true;
			return told(node, this.fileSystem.status(handle), 0, MOMENT);
		}
	}

	/**
	 * Chooses the node of what was found.
	 * @param current whether the name is known to stand for that in this moment
	 * @return {@code null} if it is to be looked up once more, because another node, or
	 * the same one elsewhere, has to give up a name for it
	 */
	@GuardedBy("nodes")
	private @Nullable KernelNode choose(KernelNode parent, Name name, Node found, boolean sure, boolean current) {
		Places places = this.nodes.places;
		KernelNode here = places.at(parent, name);
		if (here != null && this.nodes.fits(here, found)) {
			places.identify(here, found);
			return here;
		}
		KernelNode known = places.of(found.key());
		boolean same = known != null && this.nodes.fits(known, found);
		boolean outdated = here != null && here.isOpen() || known != null && !same && known.isOpen();
		boolean moved = known != null && same && !current;
		if ((outdated || moved) && !sure) {
			return null;
		}
		if (here != null) {
			this.nodes.giveUpName(here);
		}
		if (known != null && same && !parent.isWithin(known) && !isBelievedElsewhere(known)) {
			places.move(known, parent, name);
			return known;
		}
		if (known != null) {
			this.nodes.giveUpName(known);
		}
		KernelNode fresh = places.add(parent, name, this.nodes.isService(parent, name));
		places.identify(fresh, found);
		return fresh;
	}

	/**
	 * Whether the kernel would go on believing that the old name of a file stands for it,
	 * as for one with two names, if its number had another name, too. A directory can
	 * have one name only, and of what is open the kernel is told. Nor does it know the
	 * old name of what it is renaming itself.
	 */
	@GuardedBy("nodes")
	private boolean isBelievedElsewhere(KernelNode node) {
		return node.directory == null && node.lookups > 0 && !node.isOpen() && !this.nodes.moves.isMoving(node);
	}

}
