package io.fusemount.core.tree;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.fusemount.core.inode.DirectoryTimes;
import io.fusemount.core.inode.Lease;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.OpenFileNode;
import io.fusemount.core.inode.PendingRename;
import io.fusemount.core.inode.ScratchDirectory;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.LiveDirectory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a directory, page by page: the stored entries, then those that wait for
 * their first commit or stay local, and those that have had it since the reading began.
 * Only the pages read last are held; going back further reads a page again. Entries that
 * are read prime the lookup cache. Nobody is asked for a page that is known. Not
 * thread-safe.
 */
public final class DirectoryListing {

	/** The page being read, the one before, and the one of the uncommitted entries. */
	private static final int HELD_PAGES = 3;

	private final Directory directory;

	private final NameTable names;

	private final DirectoryTimes times;

	private final Steps steps;

	private final TimeToLive.Term term;

	private final Lease lease;

	/** What may be known of the stored entries, if that counts. */
	private final @Nullable KnownPages known;

	private final List<PageStart> pages = new ArrayList<>();

	/** What waited for its first commit at the beginning and was on no page since. */
	private final Map<Name, OpenFile> awaited = new HashMap<>();

	/** Backups whose row may come to be, or lose its place, on a page read before. */
	private final Map<Name, PendingRename> backups = new HashMap<>();

	private final Set<Name> covered = new HashSet<>();

	private final Set<Name> shown = new HashSet<>();

	private int current = -1;

	private ListedPage entries = new ListedPage();

	/**
	 * The pages read last, the latest first, and the page that is being read: what leaves
	 * meanwhile may be on it. Programs that go back by some entries, as file servers do
	 * for each answer, find those at the same indexes, whatever has left since.
	 */
	private volatile List<HeldPage> held = List.of();

	/** When the directory had changed last before its first page was read. */
	private Instant since = Instant.MIN;

	/** Stands for the names of all stored entries so far, whatever their order. */
	private long namesSeen;

	/** A page was another one when it was read again: no names can be compared. */
	private boolean changed;

	/** The stored entries have ended, and the uncommitted ones are the current page. */
	private boolean atEnd;

	/**
	 * Starts it.
	 * @param known the pages that are known, or {@code null} if the directory is asked
	 */
	DirectoryListing(Directory directory, NameTable names, TimeToLive.Term term, DirectoryTimes times, Steps steps,
			@Nullable KnownPages known) {
		this.directory = directory;
		this.names = names;
		this.times = times;
		this.steps = steps;
		this.term = term;
		this.lease = new Lease(term);
		this.known = known;
		this.pages.add(new PageStart(0, null, false));
		for (DirectoryEntry entry : names.localIn(directory)) {
			if (entry.node() instanceof OpenFileNode local) {
				this.awaited.put(entry.name(), local.openFile());
			}
		}
		for (PendingRename backup : names.backupsIn(directory)) {
			this.backups.put(Objects.requireNonNull(backup.alias()), backup);
		}
	}

	public Directory directory() {
		return this.directory;
	}

	/** Passes on what has left the directory or was renamed, on whatever thread. */
	void hear(Consumer<ListedPage> news) {
		this.held.forEach((page) -> news.accept(page.entries()));
	}

	/**
	 * Whether there is, or was, an entry at an index; there is none behind the end.
	 */
	public boolean has(long index) {
		if (this.current < 0 || index < this.pages.get(this.current).firstIndex()) {
			load(pageOf(index));
		}
		while (index >= this.pages.get(this.current).firstIndex() + this.entries.size()) {
			if (this.atEnd) {
				return false;
			}
			load(this.current + 1);
		}
		return true;
	}

	/**
	 * Returns the entry at an index that there is, or {@code null} if it has left.
	 */
	public @Nullable DirectoryEntry entry(long index) {
		DirectoryEntry entry = has(index)
				? this.entries.entry((int) (index - this.pages.get(this.current).firstIndex())) : null;
		return (entry != null) ? now(entry) : null;
	}

	/** Of what is not stored, or is shown elsewhere for a while, no change is told. */
	private @Nullable DirectoryEntry now(DirectoryEntry entry) {
		Place place = new Place(this.directory, entry.name());
		if (entry.node() instanceof OpenFileNode local) {
			OpenFile file = local.openFile();
			return (!file.isDetached() && place.equals(file.place())) ? entry : null;
		}
		if (entry.node() instanceof ScratchDirectory) {
			return (this.names.scratchDirectory(place) == entry.node()) ? entry : null;
		}
		DirectoryEntry shown = shown(place, entry);
		return (shown != null && !isScratch(shown.name())) ? shown : null;
	}

	private int pageOf(long index) {
		int page = 0;
		while (page + 1 < this.pages.size() && this.pages.get(page + 1).firstIndex() <= index) {
			page++;
		}
		return page;
	}

	private void load(int page) {
		HeldPage known = this.held.stream().filter((other) -> other.page() == page).findFirst().orElse(null);
		HeldPage next = (known != null) ? known : new HeldPage(page, new ListedPage());
		this.held = Stream.concat(Stream.of(next), heldBut(next)).limit(HELD_PAGES).toList();
		boolean loaded = known != null;
		try {
			if (!loaded) {
				load(page, next.entries());
				loaded = true;
			}
		}
		finally {
			if (!loaded) {
				this.held = heldBut(next).toList();
			}
		}
		this.entries = next.entries();
		this.atEnd = this.pages.get(page).uncommitted();
		this.current = page;
	}

	private Stream<HeldPage> heldBut(HeldPage page) {
		return this.held.stream().filter((other) -> other != page);
	}

	private void load(int page, ListedPage next) {
		PageStart start = this.pages.get(page);
		if (start.uncommitted()) {
			next.fill(uncommitted());
		}
		else {
			if (this.pages.size() == 1) {
				this.since = this.times.modified(this.directory);
			}
			DirectoryPage loaded = loadStored(start.position());
			next.fill(asSeen(loaded.entries()));
			goOn(page, new PageStart(start.firstIndex() + next.size(), loaded.next(), loaded.next() == null), loaded);
		}
	}

	/** A page that is read again may end elsewhere, and others follow it then. */
	private void goOn(int page, PageStart following, DirectoryPage loaded) {
		boolean again = page + 1 < this.pages.size();
		if (again && following.equals(this.pages.get(page + 1))) {
			return;
		}
		this.changed |= again;
		this.pages.subList(page + 1, this.pages.size()).clear();
		this.held = this.held.stream().filter((other) -> other.page() <= page).toList();
		this.pages.add(following);
		if (!this.changed) {
			count(loaded);
		}
	}

	private List<DirectoryEntry> uncommitted() {
		List<DirectoryEntry> entries = new ArrayList<>(this.names.localIn(this.directory));
		Set<Name> listed = new HashSet<>();
		entries.forEach((entry) -> listed.add(entry.name()));
		this.awaited.forEach((name, file) -> {
			// Its page may have been read before its commit.
			RegularFile committed = file.committed();
			if (committed != null && !file.isDetached() && new Place(this.directory, name).equals(file.place())
					&& listed.add(name)) {
				entries.add(new DirectoryEntry(name, committed));
			}
		});
		this.backups.forEach((name, pending) -> {
			boolean there = pending.stored() != null || this.covered.contains(name);
			if (there && listed.add(name)) {
				entries.add(shown(pending));
			}
		});
		return entries;
	}

	/** What had the name is hidden, and what has it now may be on a page read before. */
	private void await(Name name, PendingRename backup) {
		if (!this.shown.contains(name)) {
			this.backups.put(name, backup);
			this.covered.add(name);
		}
	}

	private void count(DirectoryPage page) {
		for (DirectoryEntry entry : page.entries()) {
			this.namesSeen += new NodeKey(entry.name().value(), entry.node().key().id()).inode();
			this.times.found(this.directory, entry.node().key());
		}
		if (page.next() == null) {
			this.times.list(this.directory, this.since, this.namesSeen);
		}
	}

	/** Local files hide stored ones of their names, and renames may be pending. */
	private List<DirectoryEntry> asSeen(List<DirectoryEntry> stored) {
		// As of one moment, for what is shown under the name of another one hides that.
		List<PendingRename> pending = this.names.backupsIn(this.directory);
		List<DirectoryEntry> seen = new ArrayList<>(stored.size());
		for (DirectoryEntry entry : stored) {
			Place place = new Place(this.directory, entry.name());
			DirectoryEntry shown = pending.isEmpty() ? shown(place, entry) : shown(place, entry, pending);
			if (shown != null && !isScratch(shown.name())) {
				this.awaited.remove(shown.name());
				this.backups.remove(shown.name());
				seen.add(shown);
			}
		}
		return seen;
	}

	private @Nullable DirectoryEntry shown(Place place, DirectoryEntry entry, List<PendingRename> pending) {
		for (PendingRename backup : pending) {
			if (backup.place().equals(place) && backup.file().key().equals(entry.node().key())) {
				return shown(backup);
			}
			if (place.equals(backup.shownAt())) {
				await(entry.name(), backup);
				return null;
			}
		}
		return shown(place, entry);
	}

	private @Nullable DirectoryEntry shown(Place place, DirectoryEntry entry) {
		PendingRename hiding = this.names.hiding(place, entry.node());
		if (hiding == null || hiding.isBackup()) {
			return entry;
		}
		Name name = hiding.alias();
		return (name != null) ? new DirectoryEntry(name, entry.node()) : null;
	}

	private DirectoryEntry shown(PendingRename pending) {
		Name name = Objects.requireNonNull(pending.alias());
		RegularFile backup = pending.stored();
		this.shown.add(name);
		return new DirectoryEntry(name, (backup != null) ? backup : pending.file());
	}

	private boolean isScratch(Name name) {
		Place place = new Place(this.directory, name);
		OpenFile open = this.names.open(place);
		return open != null && open.isScratch() || this.names.scratchDirectory(place) != null;
	}

	private DirectoryPage loadStored(@Nullable String position) {
		KnownPages.Known found = (this.known != null) ? this.known.find(this.directory, position) : null;
		if (found != null) {
			// More may be known by now of what the entries stand for.
			return standing(found.page(),
					(place, node) -> this.names.loadKnown(found.ticket(), place, node, found.lease()));
		}
		long ticket = this.names.ticket();
		Lease asked = new Lease(this.term);
		DirectoryPage answer = ask(position);
		this.lease.extendByElapsed();
		DirectoryPage page = standing(answer, (place, node) -> this.names.loadListed(ticket, place, node, this.lease));
		if (this.known != null) {
			this.known.add(this.directory, position, new KnownPages.Known(page, ticket, asked));
		}
		return page;
	}

	/** Returns a page with what its entries stand for, and without those for nothing. */
	private DirectoryPage standing(DirectoryPage page, BiFunction<Place, Node, @Nullable Node> known) {
		List<DirectoryEntry> entries = new ArrayList<>(page.entries().size());
		for (DirectoryEntry entry : page.entries()) {
			Node node = known.apply(new Place(this.directory, entry.name()), entry.node());
			if (node != null) {
				entries.add(new DirectoryEntry(entry.name(), node));
			}
		}
		return new DirectoryPage(entries, page.next());
	}

	private DirectoryPage ask(@Nullable String position) {
		// What is in memory takes no time.
		boolean inMemory = this.directory instanceof LiveDirectory || this.directory instanceof ScratchDirectory;
		return inMemory ? this.directory.list(position)
				: this.steps.run(Step.PAGE, this.directory.countedAs(), () -> this.directory.list(position));
	}

	/**
	 * Where a page starts.
	 *
	 * @param firstIndex the index of its first entry
	 * @param position the directory's own position, {@code null} for its first page
	 * @param uncommitted whether it is the page of the uncommitted entries
	 */
	private record PageStart(long firstIndex, @Nullable String position, boolean uncommitted) {

	}

	/**
	 * A page in memory.
	 *
	 * @param page its number
	 * @param entries its entries, none while it is being read
	 */
	private record HeldPage(int page, ListedPage entries) {

	}

}
