package io.fusemount.core.inode;

import java.util.List;
import java.util.Objects;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SymbolicLink;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;

/**
 * The directories that this process knows, and what the names in them stand for: what
 * differs to programs, and what was found when the source was asked. A lookup that
 * overlaps a change of what it finds is never remembered: whoever looks up takes a
 * {@linkplain #ticket() ticket} first, and loses if it is outdated.
 */
public final class Names {

	/** A pause of all threads, or listeners of the application, may take as long. */
	private static final long LATELY_NANOS = 60_000_000_000L;

	final InodeTable inodes;

	private final TimeToLive timeToLive;

	final KnownDirectories directories;

	/** The number of changes so far. */
	private long changes;

	/** The number of the last change that may be one of anything. */
	private long anywhere;

	private boolean news;

	private long newsNanos;

	/**
	 * Creates it.
	 * @param maxNames how many names are remembered; those in the least recently used
	 * directory go first
	 */
	public Names(InodeTable inodes, TimeToLive timeToLive, int maxNames) {
		this.inodes = inodes;
		this.timeToLive = timeToLive;
		this.directories = new KnownDirectories(maxNames);
	}

	/**
	 * Returns the inode of a directory.
	 */
	public DirectoryInode directory(Directory directory) {
		NodeKey key = directory.key();
		synchronized (this.inodes) {
			return this.directories.get(key, directory);
		}
	}

	/** Returns the inode of the directory of a place. */
	DirectoryInode directory(Place place) {
		return this.directories.get(place.directoryKey(), place.directory());
	}

	/** Returns the inode of a directory, {@code null} if nothing is known of it. */
	@Nullable DirectoryInode find(NodeKey directory) {
		return this.directories.get(directory);
	}

	/**
	 * Returns what has to be known before a directory is asked. May block.
	 */
	public Ticket ticket(Directory directory) {
		Object audience = Ticket.audience(directory);
		return new Ticket(ticket(), audience);
	}

	/**
	 * Returns the number of changes so far.
	 */
	public long ticket() {
		synchronized (this.inodes) {
			return this.changes;
		}
	}

	/** Counts a change by this process. */
	long change() {
		return ++this.changes;
	}

	/** Counts a change by others, which may be one of anything. */
	void news() {
		this.news = true;
		this.newsNanos = System.nanoTime();
		this.anywhere = change();
		this.directories.dropMissing();
	}

	/**
	 * Returns what programs see under a name without asking its source, {@code null} if
	 * that is what its source has.
	 */
	public @Nullable Inode shown(Place place) {
		synchronized (this.inodes) {
			NameView view = view(place);
			return (view != null) ? view.shown : null;
		}
	}

	/**
	 * Returns the file that is stored under a name and shown elsewhere, or nowhere;
	 * {@code null} if there is none.
	 */
	public @Nullable FileInode away(Place place) {
		synchronized (this.inodes) {
			NameView view = view(place);
			return (view != null) ? view.away : null;
		}
	}

	private boolean isFound(Inode inode) {
		return this.directories.found(inode) != null;
	}

	@Nullable NameView view(Place place) {
		DirectoryInode directory = this.directories.get(place.directoryKey());
		return (directory != null) ? directory.views.get(place.name()) : null;
	}

	/**
	 * Returns what the source had under a name, if that still counts.
	 * @param otherwise the result if the source has to be asked
	 */
	public @Nullable Inode found(Place place, Inode otherwise) {
		return found(place, otherwise, Ticket.audience(place.directory()));
	}

	/**
	 * Does the same for what the caller was last known to see. Never blocks.
	 */
	public @Nullable Inode peek(Place place, Inode otherwise) {
		return found(place, otherwise, Ticket.known(place.directory()));
	}

	private @Nullable Inode found(Place place, Inode otherwise, @Nullable Object audience) {
		synchronized (this.inodes) {
			Found found = counting(place, audience);
			return (found != null) ? found.seenBy(audience) : otherwise;
		}
	}

	/**
	 * Returns what the caller may do with what the source had under a name, {@code null}
	 * if that is not known, or if all callers see the same there.
	 */
	public @Nullable Verdict verdict(Place place, NodeKey node) {
		Object audience = Ticket.audience(place.directory());
		synchronized (this.inodes) {
			Found found = (audience != null) ? counting(place, audience) : null;
			if (audience == null || found == null || found.inode == null || !found.inode.key().equals(node)) {
				return null;
			}
			return found.verdict(audience);
		}
	}

	private @Nullable Found counting(Place place, @Nullable Object audience) {
		DirectoryInode directory = this.directories.get(place.directoryKey());
		if (directory == null) {
			return null;
		}
		Found found = directory.found.get(place.name());
		if (found != null && found.counts(audience)) {
			directory.together.wanted(place.name());
			this.directories.used(directory);
			return found;
		}
		Found absent = directory.absent.get(place.name());
		return (absent != null && absent.counts(audience)) ? absent : null;
	}

	/**
	 * Returns how long it counts for the caller that a name stands for a node.
	 * @return nanoseconds, 0 if the name is known to stand for something else
	 */
	public long validNanos(Place place, @Nullable Node node) {
		Object audience = Ticket.known(place.directory());
		synchronized (this.inodes) {
			NameView view = view(place);
			Found found = (view == null) ? counting(place, audience) : null;
			return (found != null && found.standsFor(node, audience)) ? Math.max(0, found.remainingNanos(audience)) : 0;
		}
	}

	/**
	 * Returns the inode of what was found under a name, and remembers it unless it may
	 * have changed since the ticket was taken.
	 * @param node a snapshot, {@code null} for nothing
	 */
	public @Nullable Inode note(Ticket ticket, Place place, @Nullable Node node, Lease lease) {
		Object audience = Ticket.audience(place.directory());
		synchronized (this.inodes) {
			return note(ticket, place, node, lease, false, audience);
		}
	}

	/**
	 * Does the same as {@link #note} with a snapshot from a listing.
	 */
	public Inode noteListed(Ticket ticket, Place place, Node node, Lease lease) {
		Object audience = Ticket.audience(place.directory());
		synchronized (this.inodes) {
			return Objects.requireNonNull(note(ticket, place, node, lease, true, audience));
		}
	}

	/**
	 * Returns the inode of a node that was listed before, and remembers it if it was
	 * forgotten.
	 * @return {@code null} if something else was found there since
	 */
	public @Nullable Inode noteKnown(Ticket ticket, Place place, Node listed, Lease lease) {
		synchronized (this.inodes) {
			Found known = counting(place, null);
			if (known == null) {
				return noteListed(ticket, place, listed, lease);
			}
			Inode inode = known.inode;
			return (inode != null && inode.key().equals(listed.key())) ? inode : null;
		}
	}

	private @Nullable Inode note(Ticket ticket, Place place, @Nullable Node node, Lease lease, boolean listed,
			@Nullable Object audience) {
		DirectoryInode directory = directory(place);
		Inode inode = null;
		if (node != null) {
			inode = inode(node, ticket.changes(), listed);
			directory.times.found(node.key().space());
		}
		if (inode instanceof FileInode file && file.place == null) {
			file.place = place;
		}
		if (!Objects.equals(audience, ticket.audience())) {
			// It was found for others than those of whom the caller is one by now.
			return inode;
		}
		Found found = new Found(inode, lease, ticket.changes());
		boolean changeable = node != null && node.isChangeable();
		return note(directory, place, found, listed, audience, new Verdict(node != null, changeable, lease.alone()));
	}

	private @Nullable Inode note(DirectoryInode directory, Place place, Found found, boolean listed,
			@Nullable Object audience, Verdict verdict) {
		Inode inode = found.inode;
		long ticket = found.since;
		Found there = directory.found.get(place.name());
		Found known = (there != null) ? there : directory.absent.get(place.name());
		if (this.anywhere > ticket || directory.lostAt > ticket) {
			return inode;
		}
		if (known != null && known.since > ticket) {
			return (known.counts(audience) && !listed) ? known.seenBy(audience) : inode;
		}
		if (inode != null && inode.changedAt > ticket
				|| inode instanceof FileInode file && file.isChangingElsewhere() && !file.isDirty()) {
			// It may have left the name since.
			return inode;
		}
		if (audience != null && inode == null && there != null && there.counts()) {
			// Others see what has the name.
			there.put(audience, verdict);
			return null;
		}
		if (audience != null) {
			found.inherit(known);
			found.put(audience, verdict);
		}
		this.directories.put(place, found);
		return inode;
	}

	private Inode inode(Node node, long ticket, boolean listed) {
		if (node instanceof RegularFile file) {
			FileInode live = this.inodes.live(file, ticket, listed);
			NameView.bind(this, live);
			return live;
		}
		return (node instanceof Directory directory) ? found(directory, ticket) : new LinkInode((SymbolicLink) node);
	}

	private DirectoryInode found(Directory directory, long ticket) {
		DirectoryInode inode = this.directories.get(directory.key(), directory);
		if (inode.changedAt <= ticket) {
			inode.directory = directory;
		}
		return inode;
	}

	/**
	 * Returns other names of the directory to look up along with one whose lease has
	 * ended.
	 */
	public List<Name> chooseBeside(Place wanted) {
		synchronized (this.inodes) {
			DirectoryInode directory = this.directories.get(wanted.directoryKey());
			return (directory != null) ? directory.together.choose(wanted.name()) : List.of();
		}
	}

	/**
	 * Forgets what was found under a name.
	 */
	public void forget(Place place) {
		synchronized (this.inodes) {
			DirectoryInode directory = this.directories.get(place.directoryKey());
			if (directory != null) {
				this.directories.drop(directory, place.name());
			}
		}
	}

	/**
	 * Forgets what was found under a name that was not found along with others: it is not
	 * looked up along with others again.
	 */
	public void forgetUnfound(Place place) {
		synchronized (this.inodes) {
			DirectoryInode directory = this.directories.get(place.directoryKey());
			if (directory != null) {
				directory.together.wanted(place.name());
				this.directories.drop(directory, place.name());
			}
		}
	}

	/**
	 * Returns where a node was found last, {@code null} if that is unknown.
	 */
	public @Nullable Place place(NodeKey node) {
		synchronized (this.inodes) {
			DirectoryInode directory = this.directories.get(node);
			Inode inode = (directory != null) ? directory : this.inodes.find(node);
			boolean there = inode != null && (isFound(inode) || !this.directories.isRemembering()
					|| directory != null && directory.share != null);
			return (inode != null && there) ? inode.storedAt() : null;
		}
	}

	/**
	 * Returns the inode of a file with this key, {@code null} if it is unknown.
	 */
	public @Nullable FileInode file(NodeKey key) {
		return this.inodes.find(key);
	}

	/** Returns the lease of what this process has changed itself. */
	Lease ownLease(Directory directory) {
		// Others' change of the same may have been reported before this one.
		boolean lately = this.news && System.nanoTime() - this.newsNanos < LATELY_NANOS;
		return new Lease(lately ? this.timeToLive.brief() : this.timeToLive.in(directory));
	}

	/** Remembers a result of an own change. */
	void changed(Place place, @Nullable Inode inode) {
		long number = change();
		if (inode != null) {
			inode.changedAt = number;
		}
		this.directories.put(place,
				Found.changed(inode, ownLease(place.directory()), number, Ticket.haveOwnNames(place.directory())));
	}

	/** Records an own change of a file that keeps its name. */
	void updated(FileInode file) {
		file.changedAt = change();
		Found before = this.directories.found(file);
		Place place = file.storedAt();
		if (before != null && place != null) {
			// That it has a newer version does not tell that it is there.
			this.directories.put(place, before.with(file, ownLease(place.directory()), file.changedAt));
		}
		else if (place != null) {
			DirectoryInode directory = directory(place);
			directory.lostAt = Math.max(directory.lostAt, file.changedAt);
		}
	}

}
