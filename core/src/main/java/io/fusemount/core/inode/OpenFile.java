package io.fusemount.core.inode;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.revision.Unsaved;
import org.jspecify.annotations.Nullable;

/**
 * A file while it is open: the version that it was opened at, or none yet, and local
 * changes on top, shared by all handles. It follows the node through renames, and after
 * its deletion lives on until the last handle is closed. A scratch file is one that stays
 * local, and that stays when nobody has it open.
 */
public final class OpenFile {

	private final Revision content;

	private final CommitState commits;

	private final Steps steps;

	/** Changed while other commits are kept off. */
	private volatile Whereabouts where;

	/** Guarded by {@link InodeTable}. */
	int handles;

	/** Guarded by {@link InodeTable}. */
	int writers;

	/** What handles find it by once it is deleted; guarded by {@link InodeTable}. */
	List<Place> aliases = List.of();

	/**
	 * The row that it was committed as last, while it was open; guarded by
	 * {@link InodeTable}.
	 */
	@Nullable NodeKey row;

	private OpenFile(Changes changes, Steps steps, Revision content, Whereabouts where) {
		this.content = content;
		this.steps = steps;
		this.commits = new CommitState(content, changes);
		this.where = where;
	}

	static OpenFile existing(Changes changes, Steps steps, RegularFile file, Revision content) {
		return new OpenFile(changes, steps, content, Whereabouts.of(file.key()));
	}

	static OpenFile created(Changes changes, Steps steps, NodeKey identity, Revision content, Place place,
			boolean scratch) {
		OpenFile file = new OpenFile(changes, steps, content, Whereabouts.of(identity));
		file.move(place, scratch);
		return file;
	}

	/**
	 * Returns the key that the file had when it was opened. It is the same as long as the
	 * file is open, so that its inode number is, too, unless another file has taken its
	 * row.
	 */
	public NodeKey identity() {
		return this.where.identity();
	}

	/**
	 * Returns where the first commit will create the file, {@code null} if it is there.
	 */
	public @Nullable Place uncommittedPlace() {
		if (committed() != null) {
			return null;
		}
		Whereabouts now = this.where;
		return now.detached() ? null : now.place();
	}

	/**
	 * Returns where it was opened or will be created, {@code null} if that is not known.
	 */
	public @Nullable Place place() {
		return this.where.place();
	}

	/**
	 * Takes note of where it has just been found.
	 */
	public void foundAt(Place found) {
		Whereabouts now = this.where;
		if (!found.equals(now.place()) && !now.detached()) {
			move(found, false);
		}
	}

	/**
	 * Returns the version that is committed, or {@code null} if there is none yet.
	 */
	public @Nullable RegularFile committed() {
		return this.content.committed();
	}

	/**
	 * Returns a text that stands for its bytes, if all of them are stored, or
	 * {@code null}.
	 */
	public @Nullable String contentVersion() {
		RegularFile stored = committed();
		String version = (stored != null && !this.content.isChanged()) ? stored.contentVersion() : null;
		// Not if a commit has ended since.
		boolean current = version != null && stored == committed();
		return (stored != null && current) ? stored.key().space() + '\0' + stored.key().id() + '\0' + version : null;
	}

	/**
	 * Whether the file stays local.
	 */
	public boolean isScratch() {
		return this.where.scratch();
	}

	/**
	 * Whether the file was deleted or replaced, so that nothing of it is stored any more.
	 */
	public boolean isDetached() {
		return this.where.detached();
	}

	/**
	 * Whether there is something to commit.
	 */
	public boolean isDirty() {
		return this.content.isDirty() && !isDetached() && !isScratch();
	}

	/**
	 * Returns how many bytes of content there are to commit.
	 */
	public long dirtyBytes() {
		return isDirty() ? this.content.changedBytes() : 0;
	}

	public long size() {
		return this.content.size();
	}

	/**
	 * Returns the number of bytes that are not in holes.
	 */
	public long allocated() {
		return this.content.allocated();
	}

	/**
	 * Returns the offset of the next data or hole at or after a position.
	 */
	public long seek(long position, Seek seek) {
		return this.content.seek(position, seek);
	}

	public Instant modified() {
		return this.where.kept(this.content.modified(), committed());
	}

	/** Returns the birth time, as it is or will be stored. */
	public Instant created() {
		return (committed() != null) ? this.content.created()
				: this.where.keptBirth(this.content.created(), modified());
	}

	/**
	 * Fills the buffer from a position on.
	 */
	public int read(long position, ByteBuffer target) {
		int start = target.position();
		while (true) {
			RegularFile version = committed();
			try {
				return this.content.read(position, target);
			}
			catch (ErrnoException ex) {
				this.commits.learn(ex);
				if (ex.errno() != Errno.ESTALE || version == this.commits.newest()) {
					throw this.commits.refreshing(identity(), ex);
				}
				// A commit of its own has made a new version meanwhile.
				target.position(start);
			}
		}
	}

	/**
	 * Returns where bytes are on the local disk, or {@code null} if they are to be read.
	 */
	public @Nullable LocalRange locate(long position, int length) {
		return this.content.locate(position, length);
	}

	/**
	 * Writes all bytes of the buffer at a position, locally.
	 */
	public int write(long position, ByteBuffer source) {
		int written = this.content.write(position, source, this::requireRoom);
		this.commits.forgetFailure();
		return written;
	}

	/**
	 * Writes all bytes of the buffer at the end, locally.
	 */
	public int append(ByteBuffer source) {
		int written = this.content.append(source, this::requireRoom);
		this.commits.forgetFailure();
		return written;
	}

	/**
	 * Sets the length, locally. Nothing that is cut off is ever fetched.
	 */
	public void truncate(long size) {
		this.content.truncate(size, this::requireRoom);
		this.commits.forgetFailure();
	}

	/** What stays local may have every size. */
	private void requireRoom(long size) {
		Place place = this.where.place();
		if (place != null && !isScratch()) {
			place.directory().requireRoomFor(size);
		}
	}

	/**
	 * Makes room for a range or lets it read as zeros, locally.
	 */
	public void allocate(Allocation allocation, long start, long length) {
		this.content.allocate(allocation, start, length, this::requireRoom);
		this.commits.forgetFailure();
	}

	/**
	 * Sets the modification time that the next commit stores.
	 */
	public void setModified(Instant modified) {
		this.content.setModified(modified);
	}

	/**
	 * Takes note of where it is, and makes it a scratch file or one that the next commit
	 * stores.
	 */
	void move(Place target, boolean toScratch) {
		exclusively(() -> {
			Whereabouts moved = this.where.moved(target, toScratch);
			// First, because there may be no room for it.
			this.content.label(moved.label());
			this.where = moved;
			return null;
		});
	}

	/**
	 * Makes it a scratch file, unless it has been committed meanwhile.
	 * @return whether it is one
	 */
	public boolean moveToScratch(Place target) {
		Lock commit = this.commits.exclusive();
		try {
			if (committed() != null) {
				return false;
			}
			move(target, true);
			return true;
		}
		finally {
			commit.unlock();
		}
	}

	/**
	 * Stores what is dirty in one transaction; does nothing if nothing is.
	 * @param creation stores it if it is new
	 * @param onCommit is told where the file was created, before anything else happens
	 */
	public void commit(Creation creation, Consumer<@Nullable Place> onCommit) {
		if (!isDirty()) {
			return;
		}
		Lock commit = this.commits.awaitExclusive();
		try {
			if (isDirty()) {
				store((current) -> timed(place(),
						() -> (current != null) ? current.update(this.content.pendingFor(current))
								: creation.create(Objects.requireNonNull(place()), this.content.pending())),
						onCommit);
			}
		}
		finally {
			commit.unlock();
		}
	}

	/**
	 * Does something while nobody else commits the file.
	 */
	public @Nullable RegularFile exclusively(Supplier<@Nullable RegularFile> work) {
		Lock commit = this.commits.exclusive();
		try {
			return work.get();
		}
		finally {
			commit.unlock();
		}
	}

	/**
	 * Stores what is dirty as another file, which this one is from then on.
	 */
	public void commitAs(Place other, Consumer<@Nullable Place> onCommit) {
		Lock commit = this.commits.awaitExclusive();
		try {
			if (isDirty()) {
				store((current) -> {
					RegularFile created = timed(other,
							() -> other.directory().create(other.name(), this.content.pending()));
					this.where = this.where.moved(other, false);
					return created;
				}, onCommit);
			}
		}
		finally {
			commit.unlock();
		}
	}

	/**
	 * Returns who has changed it last.
	 */
	public @Nullable Caller changedBy() {
		return this.content.changedBy();
	}

	/** Whether a program has changed it last. */
	boolean isChangedBy(Caller program) {
		Caller known = changedBy();
		return known != null && known.isSameProgram(program);
	}

	/** Whether there is more to commit than times. */
	public boolean isContentChanged() {
		return this.content.isChanged();
	}

	/**
	 * Stores the file under another name of its directory, dirty or not, new or not.
	 * @param replaced the file that has that name now, or {@code null}
	 * @param renaming renames it if it is stored
	 */
	public void rename(Place target, @Nullable RegularFile replaced, Creation creation,
			UnaryOperator<RegularFile> renaming, Consumer<@Nullable Place> onCommit) {
		Lock commit = this.commits.awaitExclusive();
		// What is written after the commit is not renamed away.
		Lock held = this.content.shared();
		try {
			if (committed() != null) {
				commit(creation, onCommit);
			}
			store((current) -> {
				if (current != null) {
					return renaming.apply(current);
				}
				return timed(target, () -> (replaced != null) ? replaced.update(this.content.pending())
						: target.directory().create(target.name(), this.content.pending()));
			}, onCommit);
			this.where = this.where.moved(target, false);
			this.content.labelNext(this.where.label());
		}
		finally {
			held.unlock();
			commit.unlock();
		}
	}

	private RegularFile timed(@Nullable Place place, Supplier<RegularFile> work) {
		return this.steps.run(Step.COMMIT, (place != null) ? place.directory().countedAs() : null, work);
	}

	/** Stores the file; the caller keeps other commits off. */
	private void store(CommitState.Storing storing, Consumer<@Nullable Place> onCommit) {
		this.commits.store(uncommittedPlace(), storing, onCommit);
	}

	/**
	 * Returns why the state that is there now could not be committed, if that was tried.
	 */
	public @Nullable RuntimeException knownFailure() {
		return isDirty() ? this.commits.failure() : null;
	}

	/**
	 * Notes that no program could be told why the last commit failed.
	 */
	public void failedUnheard() {
		this.commits.untold();
	}

	/**
	 * Fetches the content that handles may still read, because what is stored is about to
	 * be deleted or replaced.
	 */
	public void secure() {
		this.content.secure();
	}

	/**
	 * Parts the open file from what is stored; a commit under way is waited for.
	 * @param last is done with what is stored, if anything is
	 */
	public void detach(Consumer<RegularFile> last) {
		exclusively(() -> {
			RegularFile stored = committed();
			if (stored != null) {
				last.accept(stored);
			}
			this.where = this.where.detach();
			this.content.unlabel();
			return stored;
		});
	}

	/**
	 * Goes on as a scratch file, because another file has taken its row. It has been
	 * {@linkplain #secure() secured}.
	 */
	public void becomeScratch(Place target, NodeKey fresh) {
		exclusively(() -> {
			this.content.part();
			this.where = this.where.parted(fresh, target);
			this.commits.forgetFailure();
			try {
				this.content.label(this.where.label());
			}
			catch (RuntimeException ex) {
				// The other file is stored: without a label, this one ends with the
				// process.
			}
			return null;
		});
	}

	/**
	 * Takes a newer snapshot with the same content.
	 */
	public void refresh(RegularFile file) {
		this.commits.refresh(file);
	}

	/**
	 * Writes a scratch file to the disk.
	 */
	public void force() {
		this.content.force();
	}

	/**
	 * Gives the file descriptor of a scratch file back until it is used again.
	 */
	public void park() {
		this.content.park();
	}

	/**
	 * Gives the local content back.
	 */
	public void discard() {
		this.content.discard(!isDetached());
	}

	/**
	 * Keeps local content that could not be stored.
	 */
	public Unsaved keep(RuntimeException reason) {
		return this.content.keep(this.where.name(), reason, this.commits.isTold());
	}

	/**
	 * Stores a file for the first time.
	 */
	@FunctionalInterface
	public interface Creation {

		RegularFile create(Place place, FileChanges initial);

	}

}
