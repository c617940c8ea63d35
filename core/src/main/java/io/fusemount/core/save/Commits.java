package io.fusemount.core.save;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;

import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.NameLock;
import io.fusemount.core.inode.Names;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Stores what programs have written, one commit of a file at a time, and reports it.
 */
public final class Commits {

	private final InodeTable inodes;

	private final Names names;

	private final NameLock locks;

	private final Bindings bindings;

	private final Rows rows;

	private final Replacement replacement;

	private final Changes changes;

	private final Conflicts conflicts;

	private final FailureReports reports;

	public Commits(InodeTable inodes, Names names, NameLock locks, Bindings bindings, Rows rows,
			Replacement replacement, Changes changes, Conflicts conflicts, FailureReports reports) {
		this.inodes = inodes;
		this.names = names;
		this.locks = locks;
		this.bindings = bindings;
		this.rows = rows;
		this.replacement = replacement;
		this.changes = changes;
		this.conflicts = conflicts;
		this.reports = reports;
	}

	/**
	 * Stores the changes of a file in one transaction, if there are any, on behalf of the
	 * program that made them if no program asks for it. A failure is noted.
	 */
	public void commit(FileInode file) {
		try {
			store(file);
		}
		catch (RuntimeException ex) {
			this.reports.note(file, ex, null);
			throw ex;
		}
	}

	/** Does the same without a note. */
	void store(FileInode file) {
		if (file.isDirty()) {
			Caller.orElse(file.changedBy(), () -> {
				storeOrResolve(file);
				return file;
			});
		}
	}

	private void storeOrResolve(FileInode file) {
		ErrnoException conflict;
		try {
			if (file.isStored()) {
				update(file);
			}
			else {
				create(file);
			}
			return;
		}
		catch (ErrnoException ex) {
			conflict = ex;
		}
		this.conflicts.resolve(file, conflict);
	}

	/**
	 * Stores the changes of a stored file, whose names the caller may have locked. A
	 * conflict with others is left to the next commit.
	 */
	public void update(FileInode file) {
		Lock commit = file.awaitExclusive();
		try {
			if (!file.isDirty()) {
				return;
			}
			this.rows.update(file, file.place());
			this.changes.succeeded(file);
		}
		finally {
			commit.unlock();
		}
		this.changes.changed(file);
	}

	/** The first commit: whatever waits under the name of the file gets the content. */
	private void create(FileInode file) {
		NameLock.Scope scope = this.locks.lock(file);
		if (scope == null) {
			return;
		}
		try (scope) {
			Lock commit = file.awaitExclusive();
			try {
				Place place = file.place();
				if (!file.isDirty() || place == null) {
					return;
				}
				FileInode waiting = this.names.away(place);
				if (file.isStored()) {
					this.rows.update(file, place);
					this.changes.updated(file);
				}
				else if (waiting != null && !(waiting.detour() instanceof Detour.Backup)) {
					this.replacement.move(place, file, place, waiting);
				}
				else {
					RegularFile row = this.rows.create(file, place);
					this.bindings.created(file, place, row);
					this.changes.stored(place, file);
				}
			}
			finally {
				commit.unlock();
			}
		}
	}

	/**
	 * Stores all changes, asked by no program, the smallest first, because the time for
	 * it may end.
	 * @throws RuntimeException the first failure, after the last attempt
	 */
	public void commitAll() {
		RuntimeException failure = null;
		for (FileInode file : smallestFirst()) {
			try {
				commit(file);
			}
			catch (RuntimeException ex) {
				file.attempts().unheard();
				failure = (failure != null) ? failure : ex;
			}
			catch (LinkageError ex) {
				// The jar is another one than at the start; the next may need less of it.
				failure = (failure != null) ? failure : new IllegalStateException(ex);
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	/** Sizes change meanwhile. */
	private List<FileInode> smallestFirst() {
		return this.inodes.all()
			.stream()
			.map((file) -> Map.entry(file.size(), file))
			.sorted(Comparator.comparing((Map.Entry<Long, FileInode> entry) -> entry.getKey()))
			.map(Map.Entry::getValue)
			.toList();
	}

	/**
	 * Stores the changes of a file, or writes a scratch file to the disk.
	 */
	public void sync(FileInode file) {
		if (file.isScratch()) {
			file.requireContent().force();
		}
		else {
			commit(file);
		}
	}

	/** Stores changes at the end of a handle, unless that has failed already. */
	@Nullable RuntimeException tryStore(FileInode file) {
		RuntimeException known = file.failure();
		if (known != null) {
			return known;
		}
		try {
			store(file);
			return null;
		}
		catch (RuntimeException ex) {
			file.attempts().unheard();
			return ex;
		}
	}

}
