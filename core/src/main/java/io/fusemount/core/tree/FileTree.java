package io.fusemount.core.tree;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Binding;
import io.fusemount.core.inode.DirectoryTimes;
import io.fusemount.core.inode.Lease;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.OpenFileNode;
import io.fusemount.core.inode.PendingRename;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.LiveDirectory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;

/**
 * The tree of names: finds nodes, through what is open, what is cached and at last the
 * directories themselves. It looks things up and changes nothing.
 */
public final class FileTree {

	private final Directory root;

	private final @Nullable Directory service;

	private final NameTable names;

	private final TimeToLive timeToLive;

	private final DirectoryTimes times;

	private final Steps steps;

	private final KnownPages pages;

	private final OpenListings listings;

	private final Paths paths;

	/**
	 * Creates the tree.
	 * @param service the mount's own directory, which the root does not list, or
	 * {@code null} for none
	 */
	public FileTree(Directory root, @Nullable Directory service, NameTable names, KnownPages pages,
			OpenListings listings, TimeToLive timeToLive, DirectoryTimes times, Steps steps) {
		this.root = root;
		this.service = service;
		this.paths = new Paths(root, names);
		this.names = names;
		this.pages = pages;
		this.listings = listings;
		this.timeToLive = timeToLive;
		this.times = times;
		this.steps = steps;
	}

	public Directory root() {
		return this.root;
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
	 * Returns the place that an absolute path stands for; only its directory must exist.
	 * @throws ErrnoException {@code ENOENT}, {@code ENOTDIR}, {@code ENAMETOOLONG}, and
	 * {@code EBUSY} for the root, which is in no directory
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
	 * Returns what has this name in a directory, or {@code null}.
	 */
	public @Nullable Node lookup(Directory directory, Name name) {
		if (directory instanceof LiveDirectory) {
			return (directory == this.root && name.equals(Name.SERVICE)) ? this.service : directory.find(name);
		}
		Place place = new Place(directory, name);
		Binding binding = this.names.at(place);
		if (binding instanceof Binding.Known known) {
			return known.node();
		}
		if (binding instanceof Binding.Open open) {
			return new OpenFileNode(open.file());
		}
		if (binding instanceof Binding.Made made) {
			return made.directory();
		}
		RegularFile moved = (binding instanceof Binding.Moved other) ? shown(other.pending()) : null;
		if (moved != null) {
			return moved;
		}
		Node node = stored(place);
		return (this.names.hiding(place, node) != null) ? null : node;
	}

	/**
	 * Returns for how long others may take for true that a name stands for what was
	 * found.
	 * @return nanoseconds, 0 if something else is known by now
	 */
	public long validNanos(Place place, @Nullable Node found) {
		if (place.directory() instanceof VirtualDirectory) {
			// Its entries stay what they are, but their times may not.
			return this.timeToLive.in((found instanceof Directory directory) ? directory : place.directory()).nanos();
		}
		return (place.directory() instanceof LiveDirectory) ? 0 : this.names.validNanos(place, found);
	}

	/**
	 * Returns for how long others may take the attributes of the root for true.
	 * @return nanoseconds
	 */
	public long rootValidNanos() {
		return this.timeToLive.in(this.root).nanos();
	}

	/**
	 * Looks a name up whatever was known of it.
	 */
	public @Nullable Node lookupAgain(Place place) {
		this.names.forget(place);
		return lookup(place.directory(), place.name());
	}

	/**
	 * Returns the file of a pending rename as it is stored now, or {@code null} if the
	 * application has deleted or renamed it meanwhile.
	 */
	public @Nullable RegularFile stored(PendingRename pending) {
		Node node = stored(pending.place());
		boolean same = node != null && node.key().equals(pending.file().key());
		return (same && node instanceof RegularFile file) ? file : null;
	}

	/**
	 * Returns the file of a pending rename as {@link #stored(PendingRename)} does,
	 * whatever was known of it.
	 */
	public @Nullable RegularFile storedNow(PendingRename pending) {
		this.names.forget(pending.place());
		return stored(pending);
	}

	/** In this order: the file gets other content only after its backup is stored. */
	private @Nullable RegularFile shown(PendingRename pending) {
		RegularFile file = stored(pending);
		RegularFile backup = pending.stored();
		return (backup != null) ? backup : file;
	}

	/**
	 * Returns what the database has under a name, whatever it stands for to programs, or
	 * {@code null}.
	 */
	public @Nullable Node stored(Place place) {
		Binding.Known known = this.names.known(place);
		if (known != null) {
			return known.node();
		}
		TimeToLive.Term term = this.timeToLive.in(place.directory());
		List<Place> beside = (term.nanos() == 0) ? List.of() : this.names.chooseBeside(place);
		Node node = beside.isEmpty() ? null : findTogether(place, beside, term);
		return (node != null) ? node : find(place, term);
	}

	private @Nullable Node find(Place place, TimeToLive.Term term) {
		long ticket = this.names.ticket();
		Node node = place.directory().find(place.name());
		load(ticket, place, node, new Lease(term));
		return node;
	}

	/** In one go, as a listing does. */
	private @Nullable Node findTogether(Place wanted, List<Place> beside, TimeToLive.Term term) {
		long ticket = this.names.ticket();
		Lease lease = new Lease(term);
		List<Name> names = Stream.concat(Stream.of(wanted), beside.stream()).map(Place::name).toList();
		Map<Name, ? extends Node> found = wanted.directory().findTogether(names);
		// In the order in which they were known.
		for (Name name : names) {
			Node node = found.get(name);
			Place place = new Place(wanted.directory(), name);
			if (node != null) {
				load(ticket, place, node, lease);
			}
			else if (!found.isEmpty()) {
				// If it is there, it is found by itself.
				this.names.forgetUnfound(place);
			}
		}
		return found.get(wanted.name());
	}

	private void load(long ticket, Place place, @Nullable Node node, Lease lease) {
		this.names.load(ticket, place, node, lease);
		if (node != null) {
			this.times.found(place.directory(), node.key());
		}
	}

	/**
	 * Returns what was found at a place last, or {@code null} if that is not known; asks
	 * nobody.
	 */
	public @Nullable Node peek(Place place) {
		OpenFile open = this.names.open(place);
		if (open != null) {
			return new OpenFileNode(open);
		}
		if (place.directory() instanceof LiveDirectory) {
			// Listings remember its entries, but nobody asks for them.
			return null;
		}
		Binding.Known known = this.names.known(place);
		return (known != null) ? known.node() : null;
	}

	/**
	 * Returns where a node was found last, or {@code null} if that is not known any more.
	 */
	public @Nullable Place place(Node node) {
		return this.names.place(node.key());
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
	 * Starts a reading of a directory, as far as that is not known. It hears of what
	 * leaves the directory until it is {@linkplain #end ended}.
	 */
	public DirectoryListing list(Directory directory) {
		boolean assured = this.timeToLive.in(directory) != this.timeToLive.brief();
		DirectoryListing listing = new DirectoryListing(directory, this.names, this.timeToLive.in(directory),
				this.times, this.steps, assured ? this.pages : null);
		this.listings.add(listing);
		return listing;
	}

	/**
	 * Ends a reading of a directory.
	 */
	public void end(DirectoryListing listing) {
		this.listings.remove(listing);
	}

	/**
	 * Returns when entries of the directory changed last.
	 */
	public Instant modified(Directory directory) {
		return this.times.modified(directory);
	}

}
