package io.fusemount.core.inode;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.HeapRoom;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.revision.Revision;
import org.jspecify.annotations.Nullable;

/**
 * The files that this process knows, by key, and those that are open. Its monitor guards
 * every inode, name and directory; it is held for moments, and nothing that may block is
 * called with it.
 */
public final class InodeTable {

	private static final int MAX_BORN = HeapRoom.of(10_000);

	private final long newNanos;

	@GuardedBy("this")
	private final KnownFiles files = new KnownFiles();

	@GuardedBy("this")
	private final Set<FileInode> open = new HashSet<>();

	/** Files that programs have created, the latest first. */
	@GuardedBy("this")
	private final Deque<FileInode> born = new ArrayDeque<>();

	/**
	 * Creates the table.
	 * @param newFor how long a file is new: some are created only to be renamed, under
	 * names that nothing tells from others
	 */
	public InodeTable(Duration newFor) {
		this.newNanos = newFor.toNanos();
	}

	/**
	 * Returns the inode that a node stands for now.
	 * @throws ErrnoException {@code ESTALE} if there is none any more, so that whoever
	 * looks again finds what there is
	 */
	public synchronized FileInode current(RegularFile found) {
		if (!(found instanceof FileInode inode)) {
			return standing(found);
		}
		FileInode now = inode;
		while (now.content == null && now.successor != null) {
			now = now.successor;
		}
		if (now.backup != null) {
			throw new ErrnoException(Errno.ESTALE, "The file has got other content since it was looked up");
		}
		if (now.content != null) {
			return now;
		}
		if (!now.isStored()) {
			throw new ErrnoException(Errno.ESTALE, "The file could not be created, or is gone");
		}
		FileInode known = this.files.putIfAbsent(now);
		return (known != null) ? known : now;
	}

	/** A directory that is read each time has found it. */
	@GuardedBy("this")
	private FileInode standing(RegularFile found) {
		FileInode known = this.files.get(found.key());
		if (known != null && known.content != null && known.requireVersion().isSameVersion(found)) {
			return known;
		}
		FileInode inode = FileInode.stored(found);
		this.files.put(inode);
		return inode;
	}

	/** Returns the inode with this key, {@code null} if it is unknown. */
	@Nullable FileInode find(NodeKey key) {
		synchronized (this) {
			return this.files.get(key);
		}
	}

	/**
	 * Returns the inode of a snapshot that was just looked up. A version of an open file
	 * that others have made is an inode of its own.
	 * @param ticket the number of changes before the lookup: an inode that has changed
	 * since knows better
	 * @param listed whether the snapshot is from a listing, which does not ask for the
	 * length of content
	 */
	FileInode live(RegularFile found, long ticket, boolean listed) {
		synchronized (this) {
			FileInode known = this.files.get(found.key());
			if (known == null) {
				return add(FileInode.stored(found), ticket);
			}
			boolean newer = known.changedAt > ticket || known.seenAt > ticket;
			if (newer || known.heldAs != null || known.isChanging() && !known.isDirty()) {
				return known;
			}
			see(known, ticket);
			if (known.isDirty()) {
				known.found = known.isSameVersion(found) ? null : found;
				return known;
			}
			if (known.content == null) {
				known.version = listed ? better(known.requireVersion(), found) : found;
				return known;
			}
			return known.requireVersion().isSameVersion(found) ? known : supersede(known, found, ticket);
		}
	}

	/** A snapshot from before the ticket that arrives later must not replace this one. */
	@GuardedBy("this")
	private void see(FileInode inode, long ticket) {
		inode.seenAt = (ticket != Long.MAX_VALUE) ? ticket : inode.seenAt;
	}

	private static RegularFile better(RegularFile known, RegularFile listed) {
		String content = known.contentVersion();
		boolean same = content != null && known.isSameVersion(listed) && content.equals(listed.contentVersion());
		return same ? known : listed;
	}

	@GuardedBy("this")
	private FileInode add(FileInode inode, long ticket) {
		see(inode, ticket);
		this.files.put(inode);
		return inode;
	}

	/** The open version stays with its handles. */
	@GuardedBy("this")
	private FileInode supersede(FileInode outdated, RegularFile found, long ticket) {
		FileInode fresh = FileInode.stored(found);
		fresh.place = outdated.place;
		fresh.detour = outdated.detour;
		outdated.detour = null;
		return add(fresh, ticket);
	}

	/** An inode stands for a row from now on. */
	synchronized void stand(FileInode inode, NodeKey row) {
		leave(inode);
		// Else two files that have had each other's rows would lead to each other.
		inode.successor = null;
		inode.key = row;
		FileInode other = this.files.put(inode);
		if (other != null && other != inode && other.content == null) {
			// A listing has found the row in the meantime.
			other.successor = inode;
		}
		if (inode.content == null) {
			inode.number = row.inode();
		}
	}

	/** An inode stands for no row any more. */
	synchronized void leave(FileInode inode) {
		this.files.remove(inode);
	}

	/**
	 * Adds a handle to a file that is open.
	 * @return {@code false} if it is not open, or will soon be another version for
	 * whoever writes
	 */
	public synchronized boolean join(FileInode file, boolean write) {
		if (file.content == null || write && file.yielding) {
			return false;
		}
		count(file, write);
		return true;
	}

	/**
	 * Gives a file the state that handles share; the caller keeps its commits away.
	 * @param version the version with the true length of its content
	 */
	public synchronized void opened(FileInode file, RegularFile version, Revision content) {
		file.version = version;
		file.content = content;
		this.open.add(file);
	}

	/** Adds a handle to a file without a row. */
	synchronized void count(FileInode file, boolean write) {
		this.open.add(file);
		file.handles++;
		file.writers += write ? 1 : 0;
	}

	/** A scratch file needs no handle to stay. */
	synchronized void keepOpen(FileInode scratch) {
		this.open.add(scratch);
	}

	/**
	 * Ends a handle unless it is the last one, or the last one of what is dirty.
	 */
	public synchronized boolean leaveUnlessLast(FileInode file, boolean write) {
		if (file.handles <= 1 || write && file.writers == 1 && file.isDirty()) {
			return false;
		}
		file.handles--;
		file.writers -= write ? 1 : 0;
		return true;
	}

	/**
	 * Ends a handle of a file, whose commits the caller keeps away. Without any, nobody
	 * finds a file that has no row and does not stay local.
	 * @param givenUp whether changes are given up; else the last handle stays for them
	 */
	public synchronized Remains leave(FileInode file, boolean write, boolean givenUp) {
		if (!givenUp && (file.handles == 1 || write && file.writers == 1) && file.isDirty()) {
			return Remains.CHANGES;
		}
		file.handles--;
		file.writers -= write ? 1 : 0;
		if (file.handles > 0 || file.heldAs != null && !file.isDirty()) {
			return Remains.OPEN;
		}
		if (file.isScratch()) {
			return Remains.LOCAL;
		}
		close(file);
		return Remains.NOTHING;
	}

	@GuardedBy("this")
	private void close(FileInode file) {
		file.closing();
		this.open.remove(file);
		file.renumber();
	}

	/**
	 * Gives a file the number of its row, unless other handles show it by the first one.
	 */
	public synchronized void settleNumber(FileInode file) {
		if (file.handles == 1) {
			file.renumber();
		}
	}

	/**
	 * Keeps the content of a file, also without handles, or no longer.
	 * @param identity its key if it has to go on without its row, {@code null} if it need
	 * not be kept any more
	 */
	public synchronized void hold(FileInode file, @Nullable NodeKey identity) {
		file.heldAs = identity;
	}

	/**
	 * Returns the key for which the content of a file is kept without handles,
	 * {@code null} if it is not.
	 */
	public synchronized @Nullable NodeKey heldAs(FileInode file) {
		return file.heldAs;
	}

	/**
	 * Takes the content from a file that nobody has open and that is not local.
	 * @return {@code null} if it has none, or it stays
	 */
	public synchronized @Nullable Revision abandon(FileInode file) {
		boolean wanted = file.handles > 0 || file.heldAs != null || file.isLocal();
		Revision content = wanted ? null : file.content;
		if (content != null) {
			close(file);
		}
		return content;
	}

	/**
	 * Whether programs have the file open.
	 */
	public synchronized boolean isOpen(FileInode file) {
		return file.handles > 0;
	}

	/**
	 * Whether a program may write to the file.
	 */
	public synchronized boolean isOpenForWriting(FileInode file) {
		return file.writers > 0;
	}

	/**
	 * Whether a program may write to the file by another handle than that of the caller.
	 */
	public synchronized boolean isOpenForWritingElsewhere(FileInode file) {
		return file.writers > 1;
	}

	/**
	 * Returns all files with local state.
	 */
	public synchronized List<FileInode> all() {
		return new ArrayList<>(this.open);
	}

	/**
	 * Lets programs that open a file to write wait, because its content is being given to
	 * another file.
	 * @return whether they do; not if a program writes to the file already, or has in
	 * vain
	 */
	public synchronized boolean yields(FileInode file) {
		file.yielding = file.writers == 0 && !file.isDirty();
		return file.yielding;
	}

	/**
	 * Lets programs that write go on.
	 */
	public synchronized void ceaseToYield(FileInode file) {
		file.yielding = false;
	}

	/** A program has created a stored file. */
	synchronized void born(FileInode file) {
		Caller caller = Caller.current();
		if (file.birth == null) {
			this.born.addFirst(file);
		}
		file.birth = new Birth(System.nanoTime(), (caller != null) ? caller.program() : null, file.number);
		Iterator<FileInode> oldest = this.born.descendingIterator();
		while (oldest.hasNext()) {
			FileInode old = oldest.next();
			if (this.born.size() <= MAX_BORN && old.birth != null && isNew(old)) {
				return;
			}
			oldest.remove();
			old.birth = null;
		}
	}

	/** Another inode has the row. */
	synchronized void passBirth(FileInode before, FileInode heir) {
		if (before.birth != null && heir.birth == null) {
			this.born.addFirst(heir);
		}
		heir.birth = before.birth;
		before.birth = null;
	}

	/**
	 * Whether a program has created the stored file lately.
	 */
	public synchronized boolean isNew(FileInode file) {
		return file.birth != null && file.birth.isWithin(this.newNanos);
	}

	/**
	 * Returns the number that programs may still take a new file for.
	 */
	public synchronized long firstNumber(FileInode file) {
		return (file.birth != null && isNew(file)) ? file.birth.firstNumber() : file.number;
	}

	/**
	 * Whether a program has created another stored file in a directory lately, which is
	 * there.
	 */
	public synchronized boolean hasCreatedBeside(FileInode file, Directory directory, Caller program) {
		Caller.Program maker = program.program();
		for (FileInode other : this.born) {
			Birth birth = other.birth;
			Place place = other.place;
			boolean same = birth != null && maker != null && maker.equals(birth.maker()) && isNew(other);
			if (same && other != file && other.isStored() && place != null
					&& place.directoryKey().equals(directory.key())) {
				return true;
			}
		}
		return false;
	}

}
