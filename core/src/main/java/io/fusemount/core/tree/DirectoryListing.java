package io.fusemount.core.tree;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.DirectoryInode;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Inode;
import io.fusemount.core.inode.KnownPage;
import io.fusemount.core.inode.Lease;
import io.fusemount.core.inode.Listings;
import io.fusemount.core.inode.LocalName;
import io.fusemount.core.inode.LocalNames;
import io.fusemount.core.inode.ModificationTimes;
import io.fusemount.core.inode.Names;
import io.fusemount.core.inode.Pending;
import io.fusemount.core.inode.ScratchDirectory;
import io.fusemount.core.inode.Ticket;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.LiveDirectory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a directory, page by page: the stored entries, then those without a row,
 * and those that have got one since the reading began. Only the pages read last are held;
 * a program that goes back further reads a page again. Not thread-safe.
 */
public final class DirectoryListing implements Listings.Listener {

	/** The current page, the one before, and the one of the entries without a row. */
	private static final int HELD_PAGES = 3;

	private final Directory directory;

	private final Names names;

	private final ModificationTimes times;

	private final Listings listings;

	private final LocalNames locals;

	private final Bindings bindings;

	private final Rights rights;

	private final Steps steps;

	private final TimeToLive.Term term;

	private final Lease lease;

	private final boolean assured;

	final List<PageStart> pages = new ArrayList<>();

	/** Files without a row at the beginning, which were on no page since. */
	private final Map<Name, FileInode> awaited = new HashMap<>();

	/** Backups whose row may be created, or lose its place, on a page read before. */
	private final Map<Name, Pending> backups = new HashMap<>();

	private final Set<Name> covered = new HashSet<>();

	private final Set<Name> shown = new HashSet<>();

	private int current = -1;

	private ListedPage entries = new ListedPage();

	/**
	 * The pages read last, the latest first, and the page that is being read: what leaves
	 * meanwhile may be on it. Programs that go back by some entries, as file servers do
	 * for each answer, find those at the same indexes, whatever has left since.
	 */
	volatile List<HeldPage> held = List.of();

	/** The modification time of the directory before its first page was read. */
	private Instant since = Instant.MIN;

	/** Stands for the names of all stored entries so far, whatever their order. */
	private long namesSeen;

	/** A page was another one when it was read again: no names can be compared. */
	boolean changed;

	/** The stored entries have ended. */
	private boolean atEnd;

	/**
	 * Starts the reading.
	 * @param assured whether every change of the directory is reported, so that pages
	 * need not be read again
	 */
	DirectoryListing(Directory directory, Names names, ModificationTimes times, Listings listings, LocalNames locals,
			Bindings bindings, Rights rights, TimeToLive.Term term, Steps steps, boolean assured) {
		this.directory = directory;
		this.names = names;
		this.times = times;
		this.listings = listings;
		this.locals = locals;
		this.bindings = bindings;
		this.rights = rights;
		this.steps = steps;
		this.term = term;
		this.lease = new Lease(term);
		this.assured = assured;
		this.pages.add(new PageStart(0, null, false));
		for (LocalName local : rights.seen(directory, locals.in(directory))) {
			if (local.inode() instanceof FileInode file) {
				this.awaited.put(local.name(), file);
			}
		}
		for (Pending backup : rights.seen(bindings.backupsIn(directory))) {
			this.backups.put(Objects.requireNonNull(backup.detour().shownAt()).name(), backup);
		}
	}

	/**
	 * Returns the directory.
	 */
	public Directory directory() {
		return this.directory;
	}

	@Override
	public void left(Name name, NodeKey node) {
		this.held.forEach((page) -> page.entries().left(name, node));
	}

	@Override
	public void renamed(Name before, Name name, Inode node) {
		this.held.forEach((page) -> page.entries().renamed(before, name, node));
	}

	@Override
	public void gone(NodeKey node) {
		this.held.forEach((page) -> page.entries().gone(node));
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
	 * Returns the entry at an index, or {@code null} if it has left.
	 */
	public @Nullable Listed entry(long index) {
		Listed entry = has(index) ? this.entries.entry((int) (index - this.pages.get(this.current).firstIndex()))
				: null;
		return (entry != null) ? now(entry) : null;
	}

	/** Changes of what is not stored, or is shown elsewhere, are not heard. */
	private @Nullable Listed now(Listed entry) {
		Place place = new Place(this.directory, entry.name());
		if (entry.inode() instanceof DirectoryInode local && local.node() instanceof ScratchDirectory) {
			return (this.names.shown(place) == local) ? entry : null;
		}
		if (entry.inode() instanceof FileInode file && this.pages.get(this.current).uncommitted()) {
			return (!file.isGone() && place.equals(file.place())) ? entry : null;
		}
		if (entry.inode() instanceof FileInode file && !file.isStored()) {
			// Its row has the content of another file, or its content has another row.
			FileInode heir = (file.backup() != null) ? file.backup() : this.names.file(entry.key());
			return (heir != null && place.equals(heir.place())) ? new Listed(entry.name(), heir, heir.key()) : null;
		}
		Listed seen = shown(place, entry);
		return (seen != null && !isLocal(seen.name())) ? seen : null;
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
			return;
		}
		if (this.pages.size() == 1) {
			this.since = this.times.of(this.directory);
		}
		Page loaded = loadStored(start.position());
		next.fill(asSeen(loaded.entries()));
		goOn(page, new PageStart(start.firstIndex() + next.size(), loaded.next(), loaded.next() == null), loaded);
	}

	/** A page that is read again may end elsewhere, and others follow it then. */
	private void goOn(int page, PageStart following, Page loaded) {
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

	/** Reads a page again, wherever it ends now. */
	List<Listed> read(PageStart start) {
		return start.uncommitted() ? uncommitted() : asSeen(loadStored(start.position()).entries());
	}

	private List<Listed> uncommitted() {
		List<Listed> entries = new ArrayList<>();
		Set<Name> listed = new HashSet<>();
		for (LocalName local : this.rights.seen(this.directory, this.locals.in(this.directory))) {
			listed.add(local.name());
			entries.add(new Listed(local.name(), local.inode(), local.inode().key()));
		}
		this.awaited.forEach((name, file) -> {
			// Its page may have been read before its commit.
			if (file.isStored() && new Place(this.directory, name).equals(file.place()) && listed.add(name)) {
				entries.add(new Listed(name, file, file.key()));
			}
		});
		this.backups.forEach((name, pending) -> {
			FileInode backup = pending.file().backup();
			if ((backup != null || this.covered.contains(name)) && listed.add(name)) {
				this.shown.add(name);
				FileInode now = (backup != null) ? backup : pending.file();
				entries.add(new Listed(name, now, now.key()));
			}
		});
		return entries;
	}

	/** What had the name is hidden, and what has it now may be on a page read before. */
	private void await(Name name, Pending backup) {
		if (!this.shown.contains(name)) {
			this.backups.put(name, backup);
			this.covered.add(name);
		}
	}

	private void count(Page page) {
		for (Listed entry : page.entries()) {
			this.namesSeen += new NodeKey(entry.name().value(), entry.key().id()).inode();
			this.times.holds(this.directory, entry.key());
		}
		if (page.next() == null) {
			this.times.listed(this.directory, this.since, this.namesSeen);
		}
	}

	/** Local files hide stored ones of their names, and files may have a detour. */
	private List<Listed> asSeen(List<Listed> stored) {
		// At one moment, because what is shown under the name of another one hides that.
		List<Pending> pending = this.rights.seen(this.bindings.backupsIn(this.directory));
		List<Listed> seen = new ArrayList<>(stored.size());
		for (Listed entry : stored) {
			Place place = new Place(this.directory, entry.name());
			Listed entrySeen = pending.isEmpty() ? shown(place, entry) : shown(place, entry, pending);
			if (entrySeen != null && !isLocal(entrySeen.name())) {
				this.awaited.remove(entrySeen.name());
				this.backups.remove(entrySeen.name());
				seen.add(entrySeen);
			}
		}
		return seen;
	}

	private @Nullable Listed shown(Place place, Listed entry, List<Pending> pending) {
		for (Pending backup : pending) {
			Name alias = Objects.requireNonNull(backup.detour().shownAt()).name();
			if (backup.detour().from().equals(place) && backup.detour().seen().key().equals(entry.key())) {
				this.shown.add(alias);
				return new Listed(alias, backup.file(), entry.key());
			}
			if (alias.equals(entry.name())) {
				await(alias, backup);
				return null;
			}
		}
		return shown(place, entry);
	}

	private @Nullable Listed shown(Place place, Listed entry) {
		Detour detour = (entry.inode() instanceof FileInode file) ? file.detour() : null;
		if (detour == null || detour instanceof Detour.Backup || !detour.from().equals(place)) {
			return entry;
		}
		Place alias = detour.shownAt();
		return (alias != null) ? new Listed(alias.name(), entry.inode(), entry.key()) : null;
	}

	private boolean isLocal(Name name) {
		Place place = new Place(this.directory, name);
		Inode shown = this.names.shown(place);
		return (shown instanceof DirectoryInode || shown instanceof FileInode file && file.isScratch())
				&& this.rights.sees(place, shown);
	}

	private Page loadStored(@Nullable String position) {
		String key = (position != null) ? "=" + position : "";
		KnownPage found = this.assured ? this.listings.page(this.directory, key) : null;
		if (found != null) {
			// More may be known by now of what the entries stand for.
			return standing(found.page(), new Ticket(found.since(), null), found.lease(), true);
		}
		Ticket ticket = this.names.ticket(this.directory);
		Lease asked = new Lease(this.term);
		DirectoryPage answer = ask(position);
		this.lease.extendByElapsed();
		Page page = standing(answer, ticket, this.lease, false);
		if (this.assured) {
			this.listings.remember(this.directory, key, new KnownPage(answer, ticket.changes(), asked));
		}
		return page;
	}

	private Page standing(DirectoryPage page, Ticket ticket, Lease counts, boolean known) {
		List<Listed> entries = new ArrayList<>(page.entries().size());
		for (DirectoryEntry entry : page.entries()) {
			Place place = new Place(this.directory, entry.name());
			Inode inode = known ? this.names.noteKnown(ticket, place, entry.node(), counts)
					: this.names.noteListed(ticket, place, entry.node(), counts);
			if (inode != null) {
				entries.add(new Listed(entry.name(), inode, entry.node().key()));
			}
		}
		return new Page(entries, page.next());
	}

	private DirectoryPage ask(@Nullable String position) {
		// What is in memory takes no time.
		boolean inMemory = this.directory instanceof LiveDirectory || this.directory instanceof ScratchDirectory;
		return inMemory ? this.directory.list(position)
				: this.steps.run(Step.PAGE, this.directory.countedAs(), () -> this.directory.list(position));
	}

	private record Page(List<Listed> entries, @Nullable String next) {
	}

}
