package io.fusemount.transport.linux.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that the kernel has numbers for. The kernel has one size and one set of pages
 * for a number, so that a node that is open stands for one version of a file: what is
 * asked about it is answered for that version, and who looks its name up when that stands
 * for another one is given another node.
 * <p>
 * Its monitor is held while the filesystem is asked what it knows already, never while it
 * may ask anybody else.
 */
public final class NodeTable {

	/**
	 * A tick of the kernel's clock, which it rounds up to, in nanoseconds: the open that
	 * has created a file looks at its permissions once more.
	 */
	private static final long MOMENT = 1;

	private final VirtualFileSystem fileSystem;

	@GuardedBy("this")
	private final Places places = new Places();

	private final KernelNode root;

	private final Moves moves = new Moves();

	/**
	 * Creates the table with the root in it.
	 */
	public NodeTable(VirtualFileSystem fileSystem) {
		this.fileSystem = fileSystem;
		Directory directory = (Directory) fileSystem.resolve("/");
		this.root = this.places.add(null, null, false);
		this.root.directory = directory;
		this.places.identify(this.root, directory.key());
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
	 * Returns a failure after which the kernel looks the name up again.
	 */
	public static ErrnoException stale() {
		return new ErrnoException(Errno.ESTALE, "The name stands for something else now");
	}

	/**
	 * Returns the root, below which all others are.
	 */
	public KernelNode root() {
		return this.root;
	}

	/**
	 * Returns how many nodes there are.
	 */
	public synchronized int size() {
		return this.places.size();
	}

	/**
	 * Returns a directory as it is now. What the kernel believes yet is not asked again.
	 * @throws ErrnoException {@code ENOTDIR}, {@code ESTALE}
	 */
	public Directory directory(KernelNode node) {
		Directory known = node.directory;
		if (known == null) {
			throw new ErrnoException(Errno.ENOTDIR, "Not a directory");
		}
		return (node.isRoot() || node.isBelieved()) ? known : (Directory) lookUp(node);
	}

	/**
	 * Returns the place of a name in a directory.
	 */
	public Place place(KernelNode parent, Name name) {
		return new Place(directory(parent), name);
	}

	/**
	 * Looks the name of a node up, which has to stand for the same thing. While it is
	 * being changed, that waits.
	 * @throws ErrnoException {@code ESTALE} if it does not: the kernel looks it up again
	 */
	private Node lookUp(KernelNode node) {
		while (true) {
			int moves = node.moves;
			KernelNode parent = node.parent;
			Name name = node.name;
			if (parent == null) {
				return this.fileSystem.resolve("/");
			}
			if (name == null) {
				throw stale();
			}
			Place place = place(parent, name);
			Node found = this.fileSystem.lookup(place.directory(), name);
			if (isFound(node, place, found)) {
				return Objects.requireNonNull(found);
			}
			this.moves.requireMoved(node, moves);
		}
	}

	private synchronized boolean isFound(KernelNode node, Place place, @Nullable Node found) {
		if (found == null || !fits(node, found) || !place.name().equals(node.name)) {
			return false;
		}
		identify(node, found);
		if (found instanceof Directory) {
			node.believe(this.fileSystem.validNanos(place, found));
		}
		return true;
	}

	private static boolean isSame(KernelNode node, Node found) {
		return isOfKind(node, found) && (node.key == null || node.key.equals(found.key()));
	}

	private static boolean isOfKind(KernelNode node, Node found) {
		return (node.directory != null) == (found instanceof Directory);
	}

	@GuardedBy("this")
	private void identify(KernelNode node, Node found) {
		this.places.identify(node, found.key());
		if (found instanceof Directory directory) {
			node.directory = directory;
		}
	}

	/**
	 * Returns what is to be asked about a node: what is open, if it has no name any more.
	 * @throws ErrnoException {@code ESTALE} if the name stands for something else
	 */
	public Node current(KernelNode node) {
		Node open = nameless(node);
		return (open != null) ? open : lookUp(node);
	}

	private synchronized @Nullable Node nameless(KernelNode node) {
		HandleId handle = node.handle();
		return (handle != null && node.name == null) ? this.fileSystem.node(handle) : null;
	}

	/**
	 * Returns what the kernel is to know of a node.
	 * @throws ErrnoException {@code ESTALE} if its name stands for something else
	 */
	public Entry attributes(KernelNode node) {
		while (true) {
			Entry open = open(node);
			if (open != null) {
				return open;
			}
			Node found = lookUp(node);
			Entry entry = tell(node, found, this.fileSystem.status(found));
			// It may have been opened meanwhile.
			if (entry != null) {
				return entry;
			}
		}
	}

	/** What is open may be written to, and nobody tells the kernel of that. */
	private synchronized @Nullable Entry open(KernelNode node) {
		HandleId handle = node.handle();
		return (handle != null) ? told(node, this.fileSystem.status(handle), 0, 0) : null;
	}

	private synchronized @Nullable Entry tell(KernelNode node, Node found, FileStatus status) {
		long nanos = validNanos(node, found);
		return node.isOpen() ? null : told(node, status, nanos, nanos);
	}

	/** Who may go through directories is looked at for each path, the root's too. */
	@GuardedBy("this")
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
	 * Gives the kernel a node for what was found under a name.
	 * @param sure whether it was looked up twice: a node that is open at something else
	 * gives its name free
	 * @return {@code null} if it is to be looked up once more
	 */
	public @Nullable Entry enter(KernelNode parent, Place place, Node found, boolean sure) {
		FileStatus status = this.fileSystem.status(found);
		synchronized (this) {
			long nanos = isService(parent, place.name()) ? 0 : this.fileSystem.validNanos(place, found);
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
		synchronized (this) {
			long nanos = this.fileSystem.validNanos(place, found);
			KernelNode here = this.places.at(parent, place.name());
			boolean free = (here != null) ? fits(here, found) : this.places.of(found.key()) == null;
			if (nanos == 0 || !free || isService(parent, place.name())) {
				return null;
			}
			KernelNode node = (here != null) ? here : this.places.add(parent, place.name(), false);
			identify(node, found);
			return entered(node, status, nanos);
		}
	}

	@GuardedBy("this")
	private Entry entered(KernelNode node, FileStatus status, long nanos) {
		HandleId handle = node.handle();
		this.places.tell(node);
		return (handle != null) ? told(node, this.fileSystem.status(handle), nanos, (node.writers > 0) ? 0 : nanos)
				: told(node, status, nanos, nanos);
	}

	/**
	 * Chooses the node of what was found.
	 * @param current whether the name is known to stand for that in this moment
	 * @return {@code null} if it is to be looked up once more, because another node, or
	 * the same one elsewhere, has to give up a name for it
	 */
	@GuardedBy("this")
	private @Nullable KernelNode choose(KernelNode parent, Name name, Node found, boolean sure, boolean current) {
		KernelNode here = this.places.at(parent, name);
		if (here != null && fits(here, found)) {
			identify(here, found);
			return here;
		}
		KernelNode known = this.places.of(found.key());
		boolean same = known != null && fits(known, found);
		boolean outdated = here != null && here.isOpen() || known != null && !same && known.isOpen();
		boolean moved = known != null && same && !current;
		if ((outdated || moved) && !sure) {
			return null;
		}
		if (here != null) {
			giveUpName(here);
		}
		if (known != null && same && !isWithin(parent, known)) {
			this.places.move(known, parent, name);
			return known;
		}
		if (known != null) {
			giveUpName(known);
		}
		KernelNode fresh = this.places.add(parent, name, isService(parent, name));
		identify(fresh, found);
		return fresh;
	}

	/**
	 * Whether a directory is in another one, or the same, as far as that was looked up:
	 * who has moved both may have told of neither.
	 */
	private static boolean isWithin(KernelNode directory, KernelNode other) {
		return directory == other || directory.isBelow(other);
	}

	/** Whether the kernel may go on taking this node for what was found. */
	@GuardedBy("this")
	private boolean fits(KernelNode node, Node found) {
		HandleId handle = node.handle();
		if (handle != null) {
			return found instanceof RegularFile && this.fileSystem.isOpenAt(handle, found);
		}
		return isSame(node, found);
	}

	@GuardedBy("this")
	private void giveUpName(KernelNode node) {
		HandleId handle = node.handle();
		if (handle != null && node.name != null) {
			this.fileSystem.supersede(handle, null);
		}
		this.places.unname(node);
	}

	/**
	 * Gives the kernel a node for a file that was created and opened.
	 */
	public synchronized Entry created(KernelNode parent, Place place, HandleId handle, boolean write) {
		KernelNode node = choose(parent, place.name(), this.fileSystem.node(handle), true, true);
		if (node == null) {
			throw new IllegalStateException("A name that is sure has a node");
		}
		this.places.tell(node);
		node.created = true;
		node.add(handle, write);
		node.pages = null;
		node.dropping = true;
		return told(node, this.fileSystem.status(handle), 0, MOMENT);
	}

	/**
	 * Tells the kernel of a node once more.
	 */
	public Entry again(KernelNode node) {
		Entry entry = attributes(node);
		synchronized (this) {
			if (!this.places.isKnown(node)) {
				throw stale();
			}
			this.places.tell(node);
		}
		return entry;
	}

	/**
	 * Returns the directory that a node is in, the root for itself.
	 */
	public synchronized KernelNode parent(KernelNode node) {
		return (node.parent != null) ? node.parent : node;
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

	@GuardedBy("this")
	private void tidy(KernelNode node) {
		if (node.lookups <= 0 && !node.isOpen() && !node.isRoot()) {
			this.places.forget(node);
		}
	}

	/**
	 * Binds a handle to a node, if it stands for the same.
	 * @return {@code null} if it does not
	 */
	public synchronized @Nullable Opened opened(KernelNode node, HandleId handle, boolean write) {
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

	/**
	 * Takes note that a program uses a handle with which it was told to drop the pages of
	 * a node: it has done so.
	 */
	public synchronized void dropped(KernelNode node) {
		node.dropping = false;
	}

	/**
	 * Returns what a program opens that has come to a node by its name.
	 * @param again whether it has been sent to look the name up already: what it has
	 * found is new enough then, whatever the name stands for by now
	 * @throws ErrnoException {@code ESTALE} if the name stands for another version, for
	 * something else or for nothing: the kernel looks it up again, once
	 */
	public Node openable(KernelNode node, boolean again) {
		Node nameless = nameless(node);
		if (nameless != null) {
			return nameless;
		}
		int moves = node.moves;
		KernelNode parent = node.parent;
		Name name = node.name;
		if (parent == null || name == null) {
			throw stale();
		}
		Node found = this.fileSystem.lookup(directory(parent), name);
		if (found == null) {
			this.moves.requireMoved(node, moves);
			return openable(node, again);
		}
		synchronized (this) {
			HandleId handle = node.handle();
			if (!isOfKind(node, found)) {
				throw stale();
			}
			boolean fits = fits(node, found);
			if (!fits && !again) {
				throw stale();
			}
			if (!fits && handle != null) {
				return this.fileSystem.node(handle);
			}
			if (!fits) {
				node.pages = null;
				node.unsettled = true;
			}
			identify(node, found);
			return found;
		}
	}

	/**
	 * Ends the use of a handle: no node stands for it any more when it is released.
	 */
	public synchronized void released(KernelNode node, HandleId handle, boolean write) {
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
				this.places.identify(node, null);
			}
			tidy(node);
		}
	}

	/**
	 * Takes a handle back that the kernel was not told of: it has not followed what has
	 * become of the file.
	 */
	public synchronized void retracted(KernelNode node, HandleId handle, boolean write) {
		if (node.has(handle)) {
			node.remove(handle, write);
			node.unsettled = true;
			contentChanged(node);
			tidy(node);
		}
	}

	/**
	 * Takes note that content was changed by others than the handles of a node.
	 */
	public synchronized void contentChanged(KernelNode node) {
		if (!node.isOpen()) {
			node.pages = null;
		}
	}

	/**
	 * Takes note that a name is gone.
	 */
	public synchronized void removed(KernelNode parent, Name name) {
		KernelNode node = this.places.at(parent, name);
		if (node != null) {
			this.places.unname(node);
			node.validUntil = System.nanoTime();
		}
	}

	/**
	 * Says that what has a name is about to get another one, until it is
	 * {@linkplain Moves.Move#close closed}.
	 */
	public synchronized Moves.Move moving(KernelNode parent, Name name) {
		return this.moves.begin(this.places.at(parent, name));
	}

	/**
	 * Takes note that what has been {@linkplain #moving moving} has another name, by
	 * which somebody may have found it already.
	 */
	public synchronized void renamed(Moves.Move move, KernelNode newParent, Name newName) {
		KernelNode node = move.node;
		KernelNode replaced = this.places.at(newParent, newName);
		if (replaced != null && replaced != node) {
			this.places.unname(replaced);
			replaced.validUntil = System.nanoTime();
		}
		if (node != null && isWithin(newParent, node)) {
			giveUpName(node);
		}
		else if (node != null && node.name != null) {
			if (!node.isAt(newParent, newName)) {
				this.places.move(node, newParent, newName);
			}
			node.validUntil = System.nanoTime();
			if (node.directory == null) {
				this.places.identify(node, null);
				node.pages = node.isOpen() ? node.pages : null;
			}
		}
	}

	/**
	 * Takes note of what a node is that has just got its name.
	 * @return the node, {@code null} if the kernel knows none there
	 */
	public synchronized @Nullable KernelNode identified(KernelNode parent, Name name, @Nullable Node found) {
		KernelNode node = this.places.at(parent, name);
		if (node != null && found != null && node.key == null && isOfKind(node, found)) {
			identify(node, found);
		}
		return node;
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
	 * Returns the numbers of the oldest nodes, which count as the newest from now on.
	 */
	public synchronized long[] oldest(int count) {
		return this.places.oldest(count);
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
	 * Takes note that what the kernel knows of a node is not right any more.
	 * @return whether it may believe it yet
	 */
	public synchronized boolean doubt(KernelNode node) {
		boolean believed = node.isBelieved();
		node.validUntil = System.nanoTime();
		return believed;
	}

	/**
	 * Whether a program has a node open that its name does not stand for any more: what
	 * is asked about it is answered for what is open, so that only who looks the name up
	 * finds the other.
	 * @param found what the name stands for, {@code null} for nothing
	 */
	public synchronized boolean isOpenBeside(KernelNode node, @Nullable Node found) {
		return node.isOpen() && node.name != null && (found == null || !fits(node, found));
	}

	/**
	 * Whether a program may have a node open that its name does not stand for any more,
	 * because others have changed something.
	 */
	public synchronized boolean mayBeOpenBeside(KernelNode node) {
		HandleId handle = node.handle();
		return handle != null && node.name != null && !this.fileSystem.isDirty(handle);
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
