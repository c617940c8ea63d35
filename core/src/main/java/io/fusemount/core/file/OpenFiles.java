package io.fusemount.core.file;

import java.time.Clock;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.fusemount.core.inode.NewFiles;
import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Changes;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.OpenFileNode;
import io.fusemount.core.inode.Remains;
import io.fusemount.core.inode.Tables;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.neighbour.Neighbours;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.revision.Unsaved;
import io.fusemount.core.spool.Spool;
import org.jspecify.annotations.Nullable;

/**
 * All files that are open, and those that stay local: how they are opened, committed and
 * closed.
 */
public final class OpenFiles {

	private final NewFiles newFiles;

	private final Neighbours neighbours;

	private final Changes changes;

	private final BiConsumer<OpenFile, Unsaved> onUnsaved;

	private final Conflicts conflicts;

	private final UserLimit limit;

	private final InodeTable inodes;

	private final ScratchFiles scratchFiles;

	private final Replacements replacements;

	private final ScratchDirectories scratchDirectories;

	/**
	 * Creates it.
	 * @param limit how many files without a row there may be
	 * @param tables where open files are found, and what is told of every one that is
	 * stored
	 * @param neighbours measures files that are opened to be read
	 * @param onUnsaved is told of what could not be stored at the last close
	 * @param steps takes the time of commits
	 * @param conflicts decides what becomes of files that others have changed
	 */
	public OpenFiles(Spool spool, ContentCache cache, Clock clock, UserLimit limit, Steps steps, Tables tables,
			Neighbours neighbours, BiConsumer<OpenFile, Unsaved> onUnsaved, Conflicts conflicts) {
		this.limit = limit;
		this.inodes = tables.inodes();
		this.neighbours = neighbours;
		this.newFiles = new NewFiles(spool, cache, clock, tables.changes(), steps);
		this.scratchFiles = new ScratchFiles(this, this.inodes, this.newFiles);
		this.replacements = new Replacements(this, this.scratchFiles, this.newFiles, tables, steps);
		this.scratchDirectories = new ScratchDirectories(spool, clock, limit, tables.names());
		this.changes = tables.changes();
		this.onUnsaved = onUnsaved;
		this.conflicts = conflicts;
	}

	/**
	 * Returns the files that stay local.
	 */
	public ScratchFiles scratchFiles() {
		return this.scratchFiles;
	}

	/**
	 * Returns the directories that stay local.
	 */
	public ScratchDirectories scratchDirectories() {
		return this.scratchDirectories;
	}

	/**
	 * Returns what replaces the content of stored files.
	 */
	public Replacements replacements() {
		return this.replacements;
	}

	/**
	 * Opens a file once more. A handle joins those of the same version; a version that is
	 * newer than the open one starts afresh, unless that has local changes.
	 * @param found the file as it was when it was looked up
	 */
	public OpenFile open(RegularFile found, boolean write) {
		return openUnmeasured(measured(found, write), write);
	}

	/**
	 * Opens a file as {@link #open} does for who is about to cut all of its content off,
	 * so that not even its length matters.
	 * @param found the file as it was when it was looked up
	 */
	public OpenFile openUnmeasured(RegularFile found, boolean write) {
		OpenFile open = this.inodes.open(found, write, this.newFiles::existing);
		while (open == null) {
			this.inodes.awaitReplaced(this.inodes.newest(found).key());
			open = this.inodes.open(found, write, this.newFiles::existing);
		}
		return open;
	}

	/** The newest version, which a commit may replace while it is measured. */
	private RegularFile measured(RegularFile found, boolean write) {
		RegularFile file = this.inodes.newest(found);
		try {
			boolean read = !write && this.inodes.find(file) == null;
			return read ? this.neighbours.measured(file) : file.measured();
		}
		catch (ErrnoException ex) {
			RegularFile newer = this.inodes.newest(found);
			if (ex.errno() != Errno.ESTALE || newer == file) {
				throw ex;
			}
			return measured(newer, write);
		}
	}

	/**
	 * Opens a file that its first commit will create, or that stays local.
	 * @throws ErrnoException {@code EEXIST} if another one waits under the same name,
	 * {@code EDQUOT} or {@code ENOSPC} if there are as many as there may be
	 */
	public OpenFile create(Place place, boolean write, boolean scratch) {
		UserLimit.Share share = this.limit.take();
		boolean added = false;
		try {
			OpenFile file = this.newFiles.created(place, scratch);
			added = this.inodes.addNew(file, place, write, share);
			if (added) {
				return file;
			}
			file.discard();
			throw new ErrnoException(Errno.EEXIST, "'" + place.name() + "' is being created");
		}
		finally {
			if (!added) {
				share.giveBack();
			}
		}
	}

	/**
	 * Does something while nobody else commits a local file.
	 */
	public @Nullable RegularFile exclusively(OpenFileNode local, Supplier<@Nullable RegularFile> work) {
		OpenFile file = Objects.requireNonNull(this.inodes.hold(local));
		try {
			return file.exclusively(work);
		}
		finally {
			release(file, false);
		}
	}

	/**
	 * Commits what is dirty in a file; does nothing if nothing is. Who has changed it has
	 * asked for that if nobody does now.
	 */
	public void commit(OpenFile file) {
		Caller.orElse(file.changedBy(), () -> {
			commitNow(file);
			return file;
		});
	}

	private void commitNow(OpenFile file) {
		RegularFile opened = file.committed();
		try {
			file.commit(this.replacements::create, (place) -> committed(file, place));
		}
		catch (ErrnoException ex) {
			this.conflicts.resolve(file, ex, (place) -> parted(file, opened, place));
		}
	}

	private void parted(OpenFile file, @Nullable RegularFile opened, @Nullable Place uncommitted) {
		RegularFile committed = Objects.requireNonNull(file.committed());
		this.inodes.part(file, opened, uncommitted, committed);
		this.changes.stored(file.place(), committed);
	}

	/**
	 * Renames an open file within its directory, new or not.
	 */
	public RegularFile rename(OpenFile file, Place source, Place target, @Nullable RegularFile replaced) {
		Place uncommitted = file.uncommittedPlace();
		RegularFile before = file.committed();
		file.rename(target, replaced, this.replacements::create,
				(stored) -> this.replacements.rename(source, stored, target, replaced),
				(place) -> committed(file, null));
		RegularFile renamed = Objects.requireNonNull(file.committed());
		this.inodes.committed(file, uncommitted, renamed);
		this.changes.renamed(source, (before != null) ? before.key() : null, replaced, target, renamed);
		return renamed;
	}

	private void committed(OpenFile file, @Nullable Place place) {
		RegularFile committed = Objects.requireNonNull(file.committed());
		// A new file is found as open until it is found as stored: never in neither
		// place.
		this.inodes.committed(file, null, committed);
		this.changes.stored(place, committed);
		this.inodes.committed(file, place, committed);
	}

	/**
	 * Fetches what handles of a file may still read, because what is stored is about to
	 * be deleted or replaced.
	 */
	public void secure(OpenFile file) {
		// The handle of the caller needs nothing.
		if (!file.isDetached() && !this.inodes.isLastHandle(file)) {
			file.secure();
		}
	}

	/**
	 * Takes a file out of its directory, though it is open; what is stored is not its any
	 * more.
	 */
	void detach(OpenFile file) {
		detach(file, null, (stored) -> {
		});
	}

	/**
	 * Takes a file out of its directory, though it is open.
	 * @param alias the name it keeps, or {@code null}
	 * @param last is done with what is stored, while nothing else can be committed
	 */
	public void detach(OpenFile file, @Nullable Place alias, Consumer<RegularFile> last) {
		Place place = file.uncommittedPlace();
		file.detach(last);
		this.inodes.detached(file, place, alias);
	}

	/**
	 * Ends one handle. After the last one nothing local is left, unless it is a scratch
	 * file: what is dirty has been committed, or is kept among what is not saved. The
	 * alias goes, too: libfuse does not delete it if it serves the release while it hides
	 * the file.
	 */
	public void release(OpenFile file, boolean write) {
		RuntimeException failure = null;
		Remains remains = this.inodes.leave(file, write, false);
		// Until it is stored, it is found as open.
		while (remains == Remains.CHANGES) {
			failure = tryCommit(file);
			remains = this.inodes.leave(file, write, failure != null);
		}
		switch (remains) {
			case LOCAL -> file.park();
			case NOTHING -> close(file, failure);
			default -> {
			}
		}
	}

	/**
	 * Ends one handle without storing anything: what is dirty and has no other handle is
	 * kept.
	 */
	public GivenUp giveUp(OpenFile file, boolean write, RuntimeException reason) {
		Remains remains = this.inodes.leave(file, write, true);
		if (remains == Remains.LOCAL) {
			file.park();
		}
		Unsaved unsaved = (remains == Remains.NOTHING) ? close(file, reason) : null;
		return new GivenUp(remains == Remains.OPEN, (unsaved != null) ? unsaved.place() : null);
	}

	private @Nullable Unsaved close(OpenFile file, @Nullable RuntimeException failure) {
		try {
			if (failure == null || !file.isDirty()) {
				return null;
			}
			// It is for who has written it, whoever closed it last.
			return Caller.orElse(file.changedBy(), () -> {
				Unsaved unsaved = file.keep(failure);
				this.onUnsaved.accept(file, unsaved);
				return unsaved;
			});
		}
		finally {
			file.discard();
		}
	}

	/** What failed already and did not change since is not tried again. */
	private @Nullable RuntimeException tryCommit(OpenFile file) {
		RuntimeException known = file.knownFailure();
		if (known != null) {
			return known;
		}
		try {
			commit(file);
			return null;
		}
		catch (RuntimeException ex) {
			file.failedUnheard();
			return ex;
		}
	}

}
