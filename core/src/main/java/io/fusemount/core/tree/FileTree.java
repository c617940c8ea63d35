package io.fusemount.core.tree;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Inode;
import io.fusemount.core.inode.Lease;
import io.fusemount.core.inode.Listings;
import io.fusemount.core.inode.LocalNames;
import io.fusemount.core.inode.ModificationTimes;
import io.fusemount.core.inode.Names;
import io.fusemount.core.inode.Ticket;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.LiveDirectory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;

/**
 * The tree of names: finds nodes by what programs see, then by what was found lately, and
 * at last by asking the directory.
 */
public final class FileTree {

	private final Directory root;

	private final @Nullable Directory service;

	private final Names names;

	private final ModificationTimes times;

	private final Listings listings;

	private final LocalNames locals;

	private final Bindings bindings;

	private final TimeToLive timeToLive;

	private final Steps steps;

	private final Paths paths;

	private final Rights rights;

	/** Stands for a name of which nothing is known. */
	private final Inode unknown;

	/**
	 * Creates the tree.
	 * @param service the mount's own directory, which the root does not list, or
	 * {@code null} for none
	 */
	public FileTree(Directory root, @Nullable Directory service, Names names, ModificationTimes times,
			Listings listings, LocalNames locals, Bindings bindings, TimeToLive timeToLive, Steps steps) {
		this.root = root;
		this.service = service;
		this.names = names;
		this.times = times;
		this.listings = listings;
		this.locals = locals;
		this.bindings = bindings;
		this.timeToLive = timeToLive;
		this.steps = steps;
		this.paths = new Paths(root, names);
		this.unknown = names.directory(root);
		this.rights = new Rights(this, names);
	}

	/**
	 * Returns the root.
	 */
	public Directory root() {
		return this.root;
	}

	/**
	 * Returns what callers may do where not all of them see the same.
	 */
	public Rights rights() {
		return this.rights;
	}

	/**
	 * Returns the node at an absolute path.
	 * @throws ErrnoException {@code ENOENT}, {@code ENOTDIR}, {@code ENAMETOOLONG}
	 */
	public Node resolve(String path) {
		Node node = this.root;
		int start = 0;
		while (start < path.length()) {
			int slash = path.indexOf('/', start);
			int end = (slash < 0) ? path.length() : slash;
			if (end > start) {
				Node child = lookup(requireDirectory(node, path), new Name(path.substring(start, end)));
				if (child == null) {
					throw new ErrnoException(Errno.ENOENT, "No such file or directory");
				}
				node = child;
			}
			start = end + 1;
		}
		return node;
	}

	/**
	 * Returns the place that an absolute path denotes. Only its directory must exist.
	 * @throws ErrnoException {@code ENOENT}, {@code ENOTDIR}, {@code ENAMETOOLONG}, and
	 * {@code EBUSY} for the root, which has no parent
	 */
	public Place locate(String path) {
		int slash = path.lastIndexOf('/');
		if (slash == path.length() - 1) {
			throw new ErrnoException(Errno.EBUSY, "The root of a mount is in no directory");
		}
		Directory parent = requireDirectory(resolve(path.substring(0, Math.max(slash, 0))), path);
		return new Place(parent, new Name(path.substring(slash + 1)));
	}

	/**
	 * Returns the node as a directory.
	 * @throws ErrnoException {@code ENOTDIR} if it is none
	 */
	public static Directory requireDirectory(Node node, Object subject) {
		if (node instanceof Directory directory) {
			return directory;
		}
		throw new ErrnoException(Errno.ENOTDIR, "Not a directory: " + subject);
	}

	/**
	 * Returns the node of this name in a directory, or {@code null}.
	 */
	public @Nullable Node lookup(Directory directory, Name name) {
		if (directory instanceof LiveDirectory) {
			return (directory == this.root && name.equals(Name.SERVICE)) ? this.service : directory.find(name);
		}
		return lookup(new Place(directory, name));
	}

	/**
	 * Returns what programs see at a place, or {@code null}.
	 */
	public @Nullable Node lookup(Place place) {
		if (place.directory() instanceof LiveDirectory) {
			return lookup(place.directory(), place.name());
		}
		Inode shown = shown(place);
		if (shown != null) {
			return shown.node();
		}
		Inode stored = stored(place);
		boolean away = stored instanceof FileInode file && isAway(file, place);
		return (stored == null || away) ? null : stored.node();
	}

	/** The application may have deleted or renamed what is stored under another name. */
	private @Nullable Inode shown(Place place) {
		Inode shown = this.names.shown(place);
		Detour detour = detour(shown);
		if (detour == null) {
			return (shown != null && this.rights.sees(place, shown)) ? shown : null;
		}
		Inode stored = stored(detour.from());
		// In this order: the file gets other content only after its backup is stored.
		Inode now = this.names.shown(place);
		return (detour(now) == null || now == stored) ? now : null;
	}

	private static @Nullable Detour detour(@Nullable Inode inode) {
		return (inode instanceof FileInode file) ? file.detour() : null;
	}

	private static boolean isAway(FileInode file, Place place) {
		Detour detour = file.detour();
		return detour != null && detour.from().equals(place);
	}

	/**
	 * Looks a name up whatever was known of it.
	 */
	public @Nullable Node lookupAgain(Place place) {
		this.names.forget(place);
		return lookup(place);
	}

	/**
	 * Returns what the source has under a name, whatever programs see, or {@code null}.
	 */
	public @Nullable Inode stored(Place place) {
		Inode known = this.names.found(place, this.unknown);
		if (known != this.unknown) {
			return known;
		}
		TimeToLive.Term term = this.timeToLive.in(place.directory());
		List<Name> beside = (term.nanos() == 0) ? List.of() : this.names.chooseBeside(place);
		Inode inode = beside.isEmpty() ? null : findTogether(place, beside, term);
		return (inode != null) ? inode : find(place, term);
	}

	/**
	 * Returns the file of a detour as its source has it now, {@code null} if the
	 * application has deleted or renamed it in the meantime.
	 */
	public @Nullable FileInode stored(FileInode file) {
		Detour detour = file.detour();
		Inode now = (detour != null) ? stored(detour.from()) : null;
		return (now instanceof FileInode stored && stored.key().equals(file.key())) ? stored : null;
	}

	/**
	 * Does the same whatever was known of it.
	 */
	public @Nullable FileInode storedNow(FileInode file) {
		Detour detour = file.detour();
		if (detour != null) {
			this.names.forget(detour.from());
		}
		return stored(file);
	}

	private @Nullable Inode find(Place place, TimeToLive.Term term) {
		Ticket ticket = this.names.ticket(place.directory());
		Node node = place.directory().find(place.name());
		return this.names.note(ticket, place, node, new Lease(term));
	}

	/** Returns what the source has under a name now, whatever was known. */
	@Nullable Node ask(Place place) {
		Ticket ticket = this.names.ticket(place.directory());
		Node node = place.directory().find(place.name());
		this.names.note(ticket, place, node, new Lease(this.timeToLive.in(place.directory())));
		return node;
	}

	/**
	 * Whether something has a name that the caller may not see, as far as that is known
	 * without asking the source for more than what the caller sees.
	 */
	public boolean isHidden(Place place) {
		return place.directory().audiences() != null && this.names.shown(place) != null && shown(place) == null;
	}

	private @Nullable Inode findTogether(Place wanted, List<Name> beside, TimeToLive.Term term) {
		Ticket ticket = this.names.ticket(wanted.directory());
		Lease lease = new Lease(term);
		List<Name> all = Stream.concat(Stream.of(wanted.name()), beside.stream()).toList();
		Map<Name, ? extends Node> found = wanted.directory().findTogether(all);
		Inode result = null;
		// In the order in which they were known.
		for (Name name : all) {
			Node node = found.get(name);
			Place place = new Place(wanted.directory(), name);
			Inode inode = (node != null) ? this.names.note(ticket, place, node, lease) : null;
			if (node == null && !found.isEmpty()) {
				// If it exists, it is found by itself.
				this.names.forgetUnfound(place);
			}
			result = name.equals(wanted.name()) ? inode : result;
		}
		return result;
	}

	/**
	 * Returns what was found at a place last, {@code null} if that is unknown; asks no
	 * directory.
	 */
	public @Nullable Node peek(Place place) {
		if (place.directory() instanceof LiveDirectory) {
			return null;
		}
		Inode shown = this.names.shown(place);
		if (shown instanceof FileInode file && file.detour() == null && this.rights.isMade(place, file)) {
			return file;
		}
		Inode known = this.names.peek(place, this.unknown);
		return (known != null && known != this.unknown) ? known.node() : null;
	}

	/**
	 * Whether all programs are known to see something at a place; asks no directory.
	 */
	public boolean isKnown(Place place) {
		if (place.directory().audiences() != null) {
			return false;
		}
		Inode shown = this.names.shown(place);
		if (shown != null || this.names.away(place) != null) {
			return shown != null && detour(shown) == null;
		}
		return peek(place) != null;
	}

	/**
	 * Returns how long it counts that a name stands for a node.
	 * @return nanoseconds, 0 if the name is known to stand for something else
	 */
	public long validNanos(Place place, @Nullable Node found) {
		if (place.directory() instanceof VirtualDirectory) {
			// Its entries stay what they are, but their times may not.
			return this.timeToLive.in((found instanceof Directory directory) ? directory : place.directory()).nanos();
		}
		return (place.directory() instanceof LiveDirectory) ? 0 : this.names.validNanos(place, found);
	}

	/**
	 * Returns how long the attributes of the root count.
	 * @return nanoseconds
	 */
	public long rootValidNanos() {
		return this.timeToLive.in(this.root).nanos();
	}

	/**
	 * Returns the absolute path of a place, for people.
	 */
	public String path(Place place) {
		return this.paths.of(place);
	}

	/**
	 * Returns the absolute path of a directory, for people.
	 */
	public String path(Directory directory) {
		return this.paths.of(directory);
	}

	/**
	 * Starts a listing, which hears of what leaves the directory until it is
	 * {@linkplain #end ended}.
	 */
	public DirectoryListing list(Directory directory) {
		TimeToLive.Term term = this.timeToLive.in(directory);
		DirectoryListing listing = new DirectoryListing(directory, this.names, this.times, this.listings, this.locals,
				this.bindings, this.rights, term, this.steps,
				term != this.timeToLive.brief() && directory.audiences() == null);
		this.listings.listen(directory, listing);
		return listing;
	}

	/**
	 * Ends a listing.
	 */
	public void end(DirectoryListing listing) {
		this.listings.unlisten(listing.directory(), listing);
	}

}
