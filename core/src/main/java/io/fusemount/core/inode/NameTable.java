package io.fusemount.core.inode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.supervision.FileTotal;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;

/**
 * What names stand for: those of files that only this process has, those that differ from
 * what the database has for a while, and those that were found in the database lately. Of
 * several meanings of a name, {@link #at} tells the one that counts; listings and notes
 * of failures, which want a part, ask for that.
 * <p>
 * Its monitor is a leaf but for those of a limit and of local content, and nothing that
 * may block is called with it. A load that overlaps a change of what it finds is never
 * kept: the loader takes a {@linkplain #ticket() ticket} first and loses if it is
 * outdated.
 */
public final class NameTable {

	/**
	 * In a pause of all threads, or while listeners of the application hear of its
	 * commit, others' changes go on.
	 */
	private static final Duration LATELY = Duration.ofMinutes(1);

	private final UserLimit newFiles;

	@GuardedBy("this")
	private final OwnNames own = new OwnNames();

	@GuardedBy("this")
	private final RememberedNames remembered;

	@GuardedBy("this")
	private final LatestChanges changes = new LatestChanges();

	/**
	 * Creates the table.
	 * @param maxRemembered how many names that were found are remembered, and as many
	 * that stood for nothing; the least recently used go first; 0 for none
	 * @param newFiles how many files without a row there may be
	 */
	public NameTable(int maxRemembered, UserLimit newFiles) {
		this.remembered = new RememberedNames(maxRemembered);
		this.newFiles = newFiles;
	}

	/**
	 * Returns what a name stands for, or {@code null} if the database has to be asked:
	 * first what is open, then what was moved there, then what waits there, and at last
	 * what was found there.
	 */
	public synchronized @Nullable Binding at(Place place) {
		OwnName known = this.own.find(place);
		Binding counting = (known != null) ? known.counting() : null;
		return (counting != null) ? counting : this.remembered.get(place);
	}

	/**
	 * Returns for how long it is taken for true that a name stands for what was found in
	 * the database.
	 * @return nanoseconds, 0 if something else is known by now
	 */
	public long validNanos(Place place, @Nullable Node found) {
		return (at(place) instanceof Binding.Known known && known.node() == found)
				? Math.max(0, known.lease().remainingNanos()) : 0;
	}

	/**
	 * Returns what was found under a name in the database, nothing included, whatever it
	 * stands for to programs; {@code null} if that is not known.
	 */
	public synchronized Binding.@Nullable Known known(Place place) {
		return this.remembered.get(place);
	}

	/**
	 * Returns the file that a name stands for only because it is open, or {@code null}.
	 */
	public synchronized @Nullable OpenFile open(Place place) {
		OwnName known = this.own.find(place);
		return (known != null && known.open != null) ? known.open.file() : null;
	}

	/**
	 * Returns the rename of the file that is stored under this name and shown under
	 * another one, or {@code null}.
	 */
	public synchronized @Nullable PendingRename waiting(Place place) {
		OwnName known = this.own.find(place);
		return (known != null && known.waiting != null) ? known.waiting.pending() : null;
	}

	/**
	 * Returns the rename of the file that is shown under this name and stored under
	 * another one, or {@code null}.
	 */
	public synchronized @Nullable PendingRename moved(Place place) {
		OwnName known = this.own.find(place);
		return (known != null && known.moved != null) ? known.moved.pending() : null;
	}

	/**
	 * Returns the rename that hides a stored node from programs that ask for its name in
	 * the database, or {@code null} if they see it.
	 */
	public @Nullable PendingRename hiding(Place place, @Nullable Node stored) {
		PendingRename pending = (stored != null) ? waiting(place) : null;
		return (pending != null && stored != null && pending.file().key().equals(stored.key())) ? pending : null;
	}

	/**
	 * Returns the files of a directory that wait for their first commit or stay local,
	 * and directories that do.
	 */
	public synchronized List<DirectoryEntry> localIn(Directory directory) {
		List<DirectoryEntry> entries = new ArrayList<>();
		this.own.forEachIn(directory.key(), (name, known) -> {
			if (known.open instanceof Binding.Local local && local.file().uncommittedPlace() != null) {
				entries.add(new DirectoryEntry(name, new OpenFileNode(local.file())));
			}
			if (known.made != null) {
				entries.add(new DirectoryEntry(name, known.made.directory()));
			}
		});
		return entries;
	}

	/**
	 * Whether handles still use a file of a directory that was deleted or superseded.
	 */
	public synchronized boolean hasHiddenIn(Directory directory) {
		return this.own.anyIn(directory.key(), (known) -> known.open instanceof Binding.Hidden);
	}

	/**
	 * Returns how much there is of files that stay local.
	 */
	public synchronized FileTotal scratch() {
		List<OpenFile> scratch = new ArrayList<>();
		this.own.forEach((known) -> {
			if (known.open instanceof Binding.Local local && local.file().isScratch()) {
				scratch.add(local.file());
			}
		});
		return new FileTotal(scratch.size(), scratch.stream().mapToLong(OpenFile::size).sum());
	}

	/**
	 * Returns the scratch directory that has this name, or {@code null}.
	 */
	public synchronized @Nullable ScratchDirectory scratchDirectory(Place place) {
		OwnName known = this.own.find(place);
		return (known != null && known.made != null) ? known.made.directory() : null;
	}

	/**
	 * Gives a name to a scratch directory, unless something else has it.
	 * @param share is given back when it is removed
	 */
	public synchronized boolean add(Place place, ScratchDirectory directory, UserLimit.Share share) {
		requireThere(place.directory());
		boolean free = this.own.isFree(place);
		if (free) {
			this.own.add(place, directory);
			directory.share = share;
		}
		return free;
	}

	/**
	 * Gives a name to a scratch directory that an earlier process has left.
	 */
	public synchronized void restore(Place place, ScratchDirectory directory) {
		this.own.add(place, directory);
		directory.share = this.newFiles.takeAnyway();
	}

	/**
	 * Gives another name to a scratch directory, unless something else has it.
	 * @param replaced the one that has the name now, or {@code null}
	 */
	public synchronized boolean move(ScratchDirectory directory, Place target, @Nullable ScratchDirectory replaced) {
		if (directory.place == null || replaced != null && !remove(replaced) || !this.own.isFree(target)) {
			return false;
		}
		this.own.remove(directory);
		this.own.add(target, directory);
		return true;
	}

	/**
	 * Takes its name from a scratch directory, unless something is in it.
	 */
	public synchronized boolean remove(ScratchDirectory directory) {
		UserLimit.Share share = directory.share;
		if (!this.own.isEmpty(directory)) {
			return false;
		}
		this.own.remove(directory);
		directory.share = null;
		if (share != null) {
			share.giveBack();
		}
		return true;
	}

	@GuardedBy("this")
	private void requireThere(Directory directory) {
		if (!this.own.isThere(directory)) {
			throw new ErrnoException(Errno.ENOENT, "The directory has been removed in the meantime");
		}
	}

	/** Gives a name to a file without a row, unless another one has it. */
	synchronized boolean bindIfFree(Place place, OpenFile file, UserLimit.Share share) {
		requireThere(place.directory());
		OwnName known = this.own.find(place);
		boolean free = known == null || known.made == null && !(known.open instanceof Binding.Local);
		if (free) {
			this.own.get(place).bind(file, share);
		}
		return free;
	}

	/** Gives a name to a file without a row, which nobody can refuse any more. */
	synchronized void bind(Place place, OpenFile file) {
		if (!this.own.get(place).isLocal(file)) {
			this.own.get(place).bind(file, this.newFiles.takeAnyway());
		}
	}

	/** Gives another name to a file without a row. */
	synchronized void move(@Nullable Place source, Place target, OpenFile file) {
		OwnName before = (source != null) ? this.own.find(source) : null;
		if (source == null || before == null || !before.isLocal(file)) {
			bind(target, file);
		}
		else if (!source.equals(target)) {
			UserLimit.Share share = before.share;
			before.share = null;
			before.unbind();
			this.own.tidy(source, before);
			this.own.get(target).bind(file, (share != null) ? share : this.newFiles.takeAnyway());
		}
	}

	/** Takes its name from a file that had none in the database. */
	synchronized void unbind(@Nullable Place place, OpenFile file) {
		OwnName known = (place != null) ? this.own.find(place) : null;
		if (place != null && known != null && known.isLocal(file)) {
			known.unbind();
			this.own.tidy(place, known);
		}
	}

	/** Lets handles find a file under a name that nobody else uses. */
	synchronized void hide(Place alias, OpenFile file) {
		OwnName known = this.own.get(alias);
		known.unbind();
		known.open = new Binding.Hidden(file);
	}

	/**
	 * Drops the name of a hidden file.
	 * @return whether there was one
	 */
	public synchronized boolean unhide(Place alias) {
		OwnName known = this.own.find(alias);
		boolean hidden = known != null && known.open instanceof Binding.Hidden;
		if (known != null && hidden) {
			known.open = null;
			this.own.tidy(alias, known);
		}
		return hidden;
	}

	/**
	 * Lets programs see a stored file under another name.
	 */
	public synchronized PendingRename moveAway(Place place, Name alias, RegularFile file) {
		return await(new PendingRename(place, alias, file, false));
	}

	/**
	 * Lets programs see a stored file under the name of its backup, in the place of what
	 * is stored there, until the one that has asked for it has put another one in its
	 * place.
	 * @return {@code null} if something else is going on with one of the names
	 */
	public synchronized @Nullable PendingRename backUp(Place place, Name backup, RegularFile file) {
		boolean free = this.own.find(place) == null && this.own.find(new Place(place.directory(), backup)) == null;
		return free ? await(new PendingRename(place, backup, file, true)) : null;
	}

	/**
	 * Whether a program has written a file of a directory that has no row.
	 */
	public synchronized boolean isWriting(Directory directory, Caller program) {
		return this.own.anyIn(directory.key(),
				(known) -> known.open instanceof Binding.Local local && local.file().isChangedBy(program));
	}

	/**
	 * Lets programs see a stored file no more, which is to be deleted if nothing comes
	 * under its name.
	 */
	public synchronized PendingRename deleteLater(Place place, RegularFile file) {
		PendingRename pending = new PendingRename(place, null, file, false);
		pending.delete();
		return await(pending);
	}

	@GuardedBy("this")
	private PendingRename await(PendingRename pending) {
		this.own.await(pending);
		show(pending);
		return pending;
	}

	/**
	 * Lets programs see a file no more, which is to be deleted if nothing comes under its
	 * name.
	 */
	public synchronized void deleteLater(PendingRename pending) {
		unshow(pending);
		pending.delete();
	}

	/**
	 * Changes the name that programs see.
	 * @param alias the name, or {@code null} for none
	 */
	public synchronized void changeAlias(PendingRename pending, @Nullable Name alias) {
		unshow(pending);
		pending.alias(alias);
		if (!pending.isEnded()) {
			show(pending);
		}
	}

	/**
	 * Ends a pending rename: programs see the file under its name in the database.
	 */
	public synchronized void end(PendingRename pending) {
		pending.end();
		this.own.end(pending);
		unshow(pending);
	}

	/**
	 * Returns all renames that are pending.
	 */
	public synchronized List<PendingRename> pendingRenames() {
		return this.own.pendingRenames();
	}

	/**
	 * Returns the renames in a directory whose backups are to be stored.
	 */
	public List<PendingRename> backupsIn(Directory directory) {
		return pendingRenames().stream()
			.filter((pending) -> pending.isBackup() && pending.place().directory().key().equals(directory.key()))
			.toList();
	}

	@GuardedBy("this")
	private void show(PendingRename pending) {
		Place alias = pending.shownAt();
		if (alias != null) {
			this.own.get(alias).moved = new Binding.Moved(pending);
		}
	}

	@GuardedBy("this")
	private void unshow(PendingRename pending) {
		Place alias = pending.shownAt();
		OwnName known = (alias != null) ? this.own.find(alias) : null;
		if (alias != null && known != null && known.moved != null && known.moved.pending() == pending) {
			known.moved = null;
			this.own.tidy(alias, known);
		}
	}

	/**
	 * Returns the number of changes so far.
	 */
	public synchronized long ticket() {
		return this.changes.number();
	}

	/**
	 * Remembers what was found, unless that may have changed since the ticket was taken.
	 */
	public synchronized void load(long ticket, Place place, @Nullable Node node, Lease lease) {
		if (!this.changes.isChangedSince(ticket, place, node)) {
			this.remembered.put(place, new Binding.Known(node, place.directory(), lease));
		}
	}

	/**
	 * Takes note that the database has a file under the name that it was found by, as
	 * {@link #load} does.
	 * @param known the snapshot that was found
	 * @param better what is known now
	 */
	public synchronized void confirm(long ticket, RegularFile known, RegularFile better, Lease lease) {
		Place place = this.remembered.place(known.key());
		if (place != null && this.remembered.last(place) == known) {
			load(ticket, place, better, lease);
		}
	}

	/**
	 * Returns other names of the directory that are to be asked for along with one which
	 * is asked for, for programs are likely to want them next and what was known of them
	 * is over.
	 */
	public synchronized List<Place> chooseBeside(Place wanted) {
		return this.remembered.chooseBeside(wanted);
	}

	/**
	 * Returns what was found under a name last, whether that still counts or not, or
	 * {@code null} if it is not known.
	 */
	public synchronized @Nullable Node last(Place place) {
		return this.remembered.last(place);
	}

	/**
	 * Returns the files that were found in a directory lately, the longest known first:
	 * in the order of its listing, if it was listed.
	 */
	public synchronized List<FoundFile> filesIn(Directory directory) {
		return this.remembered.filesIn(directory.key());
	}

	/**
	 * Remembers what a listing has found, as {@link #load} does, unless more is known of
	 * that very content: listings do not ask for its length.
	 * @return what is known now
	 */
	public synchronized Node loadListed(long ticket, Place place, Node node, Lease lease) {
		Node better = this.remembered.better(place, node);
		load(ticket, place, better, lease);
		return better;
	}

	/**
	 * Returns what is known of a node that was listed before. If that was forgotten, it
	 * is remembered again, as {@link #load} does.
	 * @return {@code null} if something else was found there since
	 */
	public synchronized @Nullable Node loadKnown(long ticket, Place place, Node listed, Lease lease) {
		Binding.Known known = this.remembered.get(place);
		if (known == null) {
			return loadListed(ticket, place, listed, lease);
		}
		Node node = known.node();
		return (node != null && node.key().equals(listed.key())) ? node : null;
	}

	/**
	 * Returns where a node was found last, or {@code null} if that is not known any more.
	 */
	public synchronized @Nullable Place place(NodeKey node) {
		Place own = this.own.place(node);
		return (own != null) ? own : this.remembered.place(node);
	}

	/** Remembers what a change of this filesystem has resulted in. */
	synchronized void stored(Place place, @Nullable Node node, TimeToLive timeToLive) {
		this.changes.add(place);
		if (node != null) {
			this.changes.add(node.key());
		}
		this.remembered.put(place, new Binding.Known(node, place.directory(), ownLease(place.directory(), timeToLive)));
	}

	/**
	 * Others' change of what this filesystem has just changed may have been told of
	 * before that is known here: no ticket says so, but it was lately.
	 */
	@GuardedBy("this")
	private Lease ownLease(Directory directory, TimeToLive timeToLive) {
		return new Lease(this.changes.hasNews(LATELY) ? timeToLive.brief() : timeToLive.in(directory));
	}

	/** What is being looked up under a name may be gone from there. */
	synchronized void changed(Place place) {
		this.changes.add(place);
	}

	/** Takes a newer snapshot of a node that keeps its name. */
	synchronized void update(Node node, TimeToLive timeToLive) {
		this.changes.add(node.key());
		Place place = this.remembered.place(node.key());
		if (place != null) {
			this.remembered.update(place, node, ownLease(place.directory(), timeToLive));
		}
	}

	/** Takes a snapshot in the place of another one, which knew less of the version. */
	synchronized void replace(Node known, Node better) {
		this.remembered.replace(known, better);
	}

	/**
	 * Forgets a node under whatever name, and all names that stood for nothing: one of
	 * them may be the node's new one.
	 * @return where it was known to be, or {@code null}
	 */
	synchronized @Nullable Place invalidate(NodeKey node) {
		this.changes.addNews();
		this.remembered.forgetMissing();
		Place place = this.remembered.place(node);
		if (place != null) {
			this.remembered.forget(place);
		}
		return place;
	}

	/**
	 * Forgets what was found under a name.
	 */
	public synchronized void forget(Place place) {
		this.remembered.forget(place);
	}

	/**
	 * Forgets what was found under a name that was not found along with others: what is
	 * gone is not asked for again and again beside what is there.
	 */
	public synchronized void forgetUnfound(Place place) {
		this.remembered.forgetUnfound(place);
	}

	/** Forgets what was found in a directory. */
	synchronized void invalidateIn(NodeKey directory) {
		this.changes.addNews();
		this.remembered.forgetMissing();
		this.remembered.forgetIn(directory);
	}

	/** Has all that was found looked up again, as it is needed. */
	synchronized void doubtAll() {
		this.changes.addNews();
		this.remembered.endLeases();
	}

	/** Forgets all that was found. */
	synchronized void invalidateAll() {
		this.changes.addNews();
		this.remembered.clear();
	}

}
