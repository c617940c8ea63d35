package io.fusemount.core.save;

import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Inode;
import io.fusemount.core.inode.Names;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * Stores content in rows, each time by one transaction.
 */
public final class Rows {

	private final FileTree tree;

	private final Names names;

	private final Bindings bindings;

	private final Changes changes;

	private final Steps steps;

	public Rows(FileTree tree, Names names, Bindings bindings, Changes changes, Steps steps) {
		this.tree = tree;
		this.names = names;
		this.bindings = bindings;
		this.changes = changes;
		this.steps = steps;
	}

	/** Performs a transaction that stores content. */
	RegularFile commit(@Nullable Place place, Supplier<RegularFile> work) {
		return this.steps.run(Step.COMMIT, (place != null) ? place.directory().countedAs() : null, work);
	}

	/**
	 * Stores a state of an open file, whose commits the caller keeps away, on behalf of
	 * whoever has changed it last, whoever asks for it. Readers continue, writers wait.
	 * @param place where it will be stored
	 */
	RegularFile store(FileInode file, @Nullable Place place, Supplier<RegularFile> storing) {
		Revision content = file.requireContent();
		Lock held = content.shared();
		try {
			RegularFile after = content.journal()
				.watch(place, () -> file.isDirty() ? Caller.as(file.changedBy(), storing) : storing.get());
			content.stored(after);
			file.attempts().succeeded();
			return after;
		}
		catch (RuntimeException ex) {
			file.attempts().failed(ex);
			throw ex;
		}
		finally {
			held.unlock();
		}
	}

	/**
	 * Runs a transaction that takes the row from a file, whose commits the caller keeps
	 * away: handles go on with what they have.
	 * @param place where the row is, or would have been
	 */
	static <T> T end(FileInode file, @Nullable Place place, Supplier<T> transaction) {
		Revision open = file.open();
		return (open != null) ? open.journal().watchEnd(place, file.key(), transaction) : transaction.get();
	}

	/** Stores changes in the row of an open file; the caller keeps its commits away. */
	void update(FileInode file, @Nullable Place place) {
		RegularFile before = file.requireVersion();
		RegularFile after = store(file, file.storedAt(),
				() -> commit(place, () -> before.update(file.requireContent().pendingFor(before))));
		this.bindings.updated(file, after);
	}

	/** Stores an open file in a new row; the caller keeps its commits away. */
	RegularFile create(FileInode file, Place place) {
		return store(file, place, () -> create(place, file.requireContent().pending()));
	}

	private RegularFile create(Place place, FileChanges content) {
		return commit(place, () -> place.directory().create(place.name(), content));
	}

	/**
	 * Creates a file that is not open.
	 */
	public FileInode createClosed(Place place, FileChanges content) {
		FileInode file = this.bindings.created(place, create(place, content));
		this.changes.stored(place, file);
		return file;
	}

	/**
	 * Stores content in the row of a name, or in a new one. Handles of the row go on with
	 * what they have.
	 * @param older the file that has the name, or {@code null}
	 * @return the inode of the row
	 */
	public FileInode put(Place place, @Nullable FileInode older, FileChanges content) {
		return (older != null) ? replace(place, older, content) : createOrReplace(place, content);
	}

	private FileInode replace(Place place, FileInode older, FileChanges content) {
		Lock commit = older.awaitExclusive();
		try {
			older.secure();
			RegularFile before = older.requireVersion();
			RegularFile after = this.changes.refreshing(older.key(),
					() -> end(older, place, () -> commit(place, () -> before.update(content.replacing(before)))));
			FileInode row = this.bindings.handOver(older);
			this.bindings.updated(row, after);
			this.changes.updated(row);
			return row;
		}
		finally {
			commit.unlock();
		}
	}

	private FileInode createOrReplace(Place place, FileChanges content) {
		try {
			return createClosed(place, content);
		}
		catch (ErrnoException ex) {
			this.names.forget(place);
			Inode taken = (ex.errno() == Errno.EEXIST) ? this.tree.stored(place) : null;
			if (!(taken instanceof FileInode file)) {
				throw ex;
			}
			// The application has created it since it was looked up last.
			this.tree.rights().requireChangeable(place, file);
			return replace(place, file, content);
		}
	}

}
