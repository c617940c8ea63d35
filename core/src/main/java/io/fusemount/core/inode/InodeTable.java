package io.fusemount.core.inode;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The rows and local files that this process knows something of: those that are open, by
 * the key of each, and those that were committed or created lately. Which version has
 * become which is known of the files that were committed last; which programs have
 * created, of more.
 * <p>
 * Its monitor is held when that of {@link NameTable} is taken, never the other way. Of
 * nodes, only what never blocks is asked with it, and nobody waits holding it.
 */
public final class InodeTable {

	private final NameTable names;

	private final long newNanos;

	/**
	 * An open file stands here under its identity and under the key it is committed with.
	 */
	@GuardedBy("this")
	private final Map<NodeKey, Inode> inodes = new HashMap<>();

	@GuardedBy("this")
	private final RecentInodes recent = new RecentInodes();

	/** Open files whose version is no longer the newest. */
	@GuardedBy("this")
	private final Set<OpenFile> superseded = new HashSet<>();

	/**
	 * Creates the table.
	 * @param newFor how long a file is new: some are made only to be renamed, under names
	 * that nothing tells from others
	 */
	public InodeTable(NameTable names, Duration newFor) {
		this.names = names;
		this.newNanos = newFor.toNanos();
	}

	@GuardedBy("this")
	private Inode inode(NodeKey key) {
		return this.inodes.computeIfAbsent(key, Inode::new);
	}

	/** Forgets an inode that says nothing. */
	@GuardedBy("this")
	private void tidy(Inode inode) {
		if (inode.isIdle()) {
			this.inodes.remove(inode.key, inode);
			this.recent.uncommitted(inode);
		}
	}

	/** Takes note of a commit, before anybody can see its result. */
	synchronized void succeeded(RegularFile before, RegularFile after) {
		Inode inode = inode(after.key());
		inode.versions.add(before, after);
		tidy(this.recent.committed(inode));
	}

	/** Takes note that a version is not what is stored. */
	synchronized void refuted(RegularFile stale) {
		Inode inode = this.inodes.get(stale.key());
		if (inode != null) {
			inode.versions.refute(stale);
			if (inode.versions.isEmpty()) {
				this.recent.uncommitted(inode);
			}
			tidy(inode);
		}
	}

	/** Whether the filesystem has replaced a version of the file lately. */
	synchronized boolean isCommitted(NodeKey file) {
		Inode inode = this.inodes.get(file);
		return inode != null && !inode.versions.isEmpty();
	}

	/** Takes note that a program has created a stored file in a directory. */
	synchronized void created(NodeKey file, NodeKey directory) {
		tidy(this.recent.created(inode(file), directory));
	}

	/** Programs have seen a new file as another one, until it was stored. */
	synchronized void seenAs(NodeKey file, NodeKey before) {
		Inode inode = this.inodes.get(file);
		if (inode != null) {
			inode.seenAs(before);
		}
	}

	/**
	 * Returns what programs may still take a new file for, or {@code null}.
	 */
	public synchronized @Nullable NodeKey seenAs(NodeKey file) {
		Inode inode = this.inodes.get(file);
		return (inode != null && inode.isCreatedWithin(this.newNanos)) ? inode.seenAs() : null;
	}

	/**
	 * Whether a program has created a stored file lately.
	 */
	public synchronized boolean isNew(NodeKey file) {
		Inode inode = this.inodes.get(file);
		return inode != null && inode.isCreatedWithin(this.newNanos);
	}

	/**
	 * Whether a program has created another stored file in a directory lately, which is
	 * there.
	 */
	public synchronized boolean hasCreatedBeside(NodeKey file, Directory directory, Caller program) {
		return this.recent.createdBy(program, directory.key())
			.takeWhile((inode) -> inode.isCreatedWithin(this.newNanos))
			.filter((inode) -> !inode.key.equals(file))
			.map((inode) -> this.names.place(inode.key))
			.anyMatch((place) -> place != null && place.directory().key().equals(directory.key()));
	}

	/**
	 * Lets who opens a file wait, for its content is about to be replaced: the old one
	 * could vanish before it is read. Waits itself until nobody else replaces it.
	 * @throws ErrnoException why it is not wanted any more
	 */
	public void beginReplacing(NodeKey file) {
		while (!tryReplacing(file)) {
			awaitReplaced(file);
		}
	}

	private synchronized boolean tryReplacing(NodeKey file) {
		Inode inode = inode(file);
		boolean free = !inode.replacing;
		inode.replacing = true;
		return free;
	}

	/**
	 * Lets those go on who wait.
	 */
	public synchronized void endReplacing(NodeKey file) {
		Inode inode = inode(file);
		inode.replacing = false;
		tidy(inode);
		notifyAll();
	}

	/**
	 * Waits until nobody replaces the content of a file, which takes as long as the
	 * database does.
	 * @throws ErrnoException why it is not wanted any more
	 */
	public void awaitReplaced(NodeKey file) {
		if (!isReplacing(file)) {
			return;
		}
		try (BlockingSection.Scope section = BlockingSection.openLong()) {
			Cancellation.await((nanos) -> isReplacedWithin(file, nanos));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ErrnoException(Errno.EIO, "Interrupted by the shutdown while the file was being replaced", ex);
		}
	}

	private synchronized boolean isReplacedWithin(NodeKey file, long nanos) throws InterruptedException {
		if (isReplacing(file)) {
			TimeUnit.NANOSECONDS.timedWait(this, nanos);
		}
		return !isReplacing(file);
	}

	private synchronized boolean isReplacing(NodeKey file) {
		Inode inode = this.inodes.get(file);
		return inode != null && inode.replacing;
	}

	/**
	 * Lets the next commit of a file, which the caller is replacing, part what was found
	 * before it: that content goes to another file. Until {@link #endParting}, who wants
	 * to write to it waits.
	 * @return whether it does; not if somebody writes to the file already, or has in vain
	 */
	public synchronized boolean beginParting(RegularFile file) {
		OpenFile open = find(file);
		boolean alone = open == null || !isOpenForWriting(open) && !open.isDirty();
		inode(file.key()).versions.part(alone);
		return alone;
	}

	/**
	 * Commits make new versions of a file again.
	 */
	public synchronized void endParting(NodeKey file) {
		inode(file).versions.part(false);
	}

	@GuardedBy("this")
	private boolean isParting(NodeKey file) {
		Inode inode = this.inodes.get(file);
		return inode != null && inode.versions.isParting();
	}

	/**
	 * Returns the open file of a node, or {@code null} if it is not open, or only at a
	 * version that others have replaced since: its handles have no part in what becomes
	 * of the file.
	 */
	public synchronized @Nullable OpenFile find(RegularFile file) {
		OpenFile open = entry(file);
		return (open != null && joins(open, file)) ? open : null;
	}

	@GuardedBy("this")
	private @Nullable OpenFile entry(RegularFile file) {
		if (file instanceof OpenFileNode node) {
			return node.openFile();
		}
		Inode inode = this.inodes.get(file.key());
		return (inode != null) ? inode.open : null;
	}

	@GuardedBy("this")
	private boolean joins(OpenFile open, RegularFile file) {
		RegularFile committed = open.committed();
		if (isParted(file)) {
			return false;
		}
		if (file instanceof OpenFileNode || committed == null || open.isDirty()) {
			return true;
		}
		// A commit may have ended since the newest version was asked for: only of a file
		// that is not dirty any more all versions are known.
		return newestVersion(committed).isSameVersion(newestVersion(file));
	}

	/**
	 * Returns the open file of a node with one more handle, which keeps it open until it
	 * is released, or {@code null} if it is not open.
	 * @throws ErrnoException {@code ESTALE} if the node is that of an open file which has
	 * been closed since it was looked up: it is stored, or gone
	 */
	public synchronized @Nullable OpenFile hold(RegularFile file) {
		OpenFile open = find(file);
		if (open != null && !tryHold(open)) {
			throw new ErrnoException(Errno.ESTALE, "The file has been closed in the meantime");
		}
		return open;
	}

	/**
	 * Takes one more handle of a file, unless it has been closed.
	 */
	public synchronized boolean tryHold(OpenFile file) {
		boolean open = !isClosed(file);
		file.handles += open ? 1 : 0;
		return open;
	}

	private static boolean isClosed(OpenFile file) {
		return file.handles == 0 && !(file.uncommittedPlace() != null && file.isScratch());
	}

	/**
	 * Takes one more handle of the newest version of a file.
	 * @param fresh makes the state of a version that is not open
	 * @return {@code null} if it may not be opened as long as it
	 * {@linkplain #awaitReplaced is being replaced}
	 */
	public synchronized @Nullable OpenFile open(RegularFile found, boolean write,
			Function<RegularFile, OpenFile> fresh) {
		RegularFile file = newest(found);
		OpenFile open = entry(file);
		if (write && isParting(file.key())) {
			return null;
		}
		if (open == null || !joins(open, file)) {
			if (isReplacing(file.key())) {
				return null;
			}
			OpenFile made = fresh.apply(file);
			if (open != null) {
				// Another one stands for the newest version from now on.
				this.superseded.add(open);
			}
			put(made);
			open = made;
		}
		count(open, write);
		return open;
	}

	/**
	 * Returns the version that the filesystem's own commits have made of a snapshot.
	 * @throws ErrnoException {@code ESTALE} if its content is another file's now, or it
	 * is nobody's: who looks again finds what there is
	 */
	public synchronized RegularFile newest(RegularFile found) {
		if (!(found instanceof OpenFileNode node)) {
			requireWhole(found);
			return newestVersion(found);
		}
		OpenFile open = node.openFile();
		if (!isClosed(open)) {
			return found;
		}
		// It was new or local when it was looked up, and has been closed since.
		RegularFile committed = open.committed();
		if (committed == null || open.isDetached()) {
			throw new ErrnoException(Errno.ESTALE, "The file could not be created, or is gone");
		}
		return newestVersion(committed);
	}

	/** It may have been found under the name of a backup that has its own row now. */
	@GuardedBy("this")
	private void requireWhole(RegularFile found) {
		if (isParted(found)) {
			throw new ErrnoException(Errno.ESTALE, "The file has got other content since it was looked up");
		}
	}

	@GuardedBy("this")
	private boolean isParted(RegularFile file) {
		Inode inode = (file instanceof OpenFileNode) ? null : this.inodes.get(file.key());
		return inode != null && inode.versions.isParted(file);
	}

	@GuardedBy("this")
	private RegularFile newestVersion(RegularFile file) {
		Inode inode = this.inodes.get(file.key());
		return (inode != null) ? inode.versions.newest(file) : file;
	}

	/**
	 * Adds a file with a handle, unless another one waits under its name.
	 */
	public synchronized boolean addNew(OpenFile file, Place place, boolean write, UserLimit.Share share) {
		boolean free = this.names.bindIfFree(place, file, share);
		if (free) {
			put(file);
			count(file, write);
		}
		return free;
	}

	/**
	 * Adds a file with a handle.
	 */
	public synchronized OpenFile add(OpenFile file) {
		put(file);
		count(file, false);
		return file;
	}

	private static void count(OpenFile file, boolean write) {
		file.handles++;
		file.writers += write ? 1 : 0;
	}

	/**
	 * Ends a handle; without any, nothing finds a file but one that stays local.
	 * @param givenUp whether changes are given up; else the last handle stays for them
	 */
	public synchronized Remains leave(OpenFile file, boolean write, boolean givenUp) {
		if (!givenUp && isLastHandle(file) && file.isDirty()) {
			return Remains.CHANGES;
		}
		file.handles--;
		file.writers -= write ? 1 : 0;
		if (file.handles > 0) {
			return Remains.OPEN;
		}
		if (file.isScratch() && !file.isDetached()) {
			return Remains.LOCAL;
		}
		forget(file, file.uncommittedPlace());
		this.superseded.remove(file);
		for (Place alias : file.aliases) {
			if (this.names.open(alias) == file) {
				this.names.unhide(alias);
			}
		}
		return Remains.NOTHING;
	}

	public synchronized boolean isLastHandle(OpenFile file) {
		return file.handles <= 1;
	}

	/**
	 * Whether a handle that may write is open.
	 */
	public synchronized boolean isOpenForWriting(OpenFile file) {
		return file.writers > 0;
	}

	/**
	 * Whether a handle that may write is open beside the one of the caller.
	 */
	public synchronized boolean isOpenForWritingElsewhere(OpenFile file) {
		return file.writers > 1;
	}

	@GuardedBy("this")
	private void stand(NodeKey key, OpenFile file) {
		inode(key).open = file;
	}

	/** It may have been another row before it took the place of this one. */
	@GuardedBy("this")
	private void standAs(NodeKey row, OpenFile file) {
		NodeKey before = file.row;
		if (before != null && !before.equals(row) && !before.equals(file.identity())) {
			leave(before, file);
		}
		file.row = row;
		stand(row, file);
	}

	@GuardedBy("this")
	private void leave(NodeKey key, OpenFile file) {
		Inode inode = this.inodes.get(key);
		if (inode != null && inode.open == file) {
			inode.open = null;
			tidy(inode);
		}
	}

	@GuardedBy("this")
	private void put(OpenFile file) {
		stand(file.identity(), file);
		Place place = file.uncommittedPlace();
		if (place != null) {
			this.names.bind(place, file);
		}
	}

	/**
	 * Takes note that the name of an open file stands for another version now, or for
	 * nothing.
	 * @param alias the name that its handles find it by, or {@code null}
	 */
	public synchronized void supersede(OpenFile file, @Nullable Place alias) {
		if (file.handles > 0) {
			forget(file, file.uncommittedPlace());
			this.superseded.add(file);
			if (alias != null) {
				hide(file, alias);
			}
		}
	}

	public synchronized void move(OpenFile file, @Nullable Place source, Place target) {
		this.names.move(source, target, file);
	}

	public synchronized void committed(OpenFile file, @Nullable Place place, RegularFile committed) {
		this.names.unbind(place, file);
		if (file.handles > 0 && !this.superseded.contains(file)) {
			standAs(committed.key(), file);
		}
	}

	/**
	 * From now on the file is another one than it was opened from.
	 */
	public synchronized void part(OpenFile file, @Nullable RegularFile opened, @Nullable Place uncommitted,
			RegularFile committed) {
		leave(file.identity(), file);
		if (opened != null) {
			leave(opened.key(), file);
		}
		this.names.unbind(uncommitted, file);
		this.superseded.add(file);
		if (file.handles > 0) {
			standAs(committed.key(), file);
		}
	}

	/**
	 * A file has become a scratch file, and its row another one's.
	 */
	public synchronized void becameScratch(OpenFile file, NodeKey opened, RegularFile stored) {
		leave(opened, file);
		leave(stored.key(), file);
		this.superseded.remove(file);
		put(file);
	}

	/**
	 * Nothing finds the file any more, unless it has an alias.
	 */
	public synchronized void detached(OpenFile file, @Nullable Place place, @Nullable Place alias) {
		forget(file, place);
		if (alias != null) {
			hide(file, alias);
		}
	}

	private void hide(OpenFile file, Place alias) {
		if (!file.aliases.contains(alias)) {
			file.aliases = Stream.concat(file.aliases.stream(), Stream.of(alias)).toList();
		}
		this.names.hide(alias, file);
	}

	@GuardedBy("this")
	private void forget(OpenFile file, @Nullable Place place) {
		leave(file.identity(), file);
		RegularFile committed = file.committed();
		if (committed != null) {
			leave(committed.key(), file);
		}
		this.names.unbind(place, file);
	}

	/**
	 * Returns all files that are open.
	 */
	public synchronized Set<OpenFile> all() {
		Set<OpenFile> all = new HashSet<>(this.superseded);
		for (Inode inode : this.inodes.values()) {
			if (inode.open != null) {
				all.add(inode.open);
			}
		}
		return all;
	}

}
