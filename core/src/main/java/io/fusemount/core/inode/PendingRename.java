package io.fusemount.core.inode;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.limit.Locks;
import org.jspecify.annotations.Nullable;

/**
 * A stored file that a program has renamed to a scratch name, and that keeps its name in
 * the database for a while: what comes under that name next is its new content. Where no
 * file can be created, so does one that a program has deleted.
 * <p>
 * The name may also be that of a <em>backup</em> which is to be stored: then only the
 * program that has asked for it brings the new content, and the old one gets a row of its
 * own. Until then, programs see the file under the name of the backup, and not what is
 * stored there.
 * <p>
 * Lock order: the commit lock of a new file, then this one, then those of stored files.
 */
public final class PendingRename {

	private final Place place;

	private final RegularFile file;

	private final boolean backup;

	private final Lock lock = new ReentrantLock();

	private volatile @Nullable Name alias;

	/** Who has asked for the name, or for none. */
	private volatile @Nullable Caller caller = Caller.current();

	private volatile boolean deletion;

	private volatile boolean ended;

	private volatile @Nullable RegularFile stored;

	PendingRename(Place place, @Nullable Name alias, RegularFile file, boolean backup) {
		this.place = place;
		this.alias = alias;
		this.file = file;
		this.backup = backup;
	}

	/**
	 * Whether the old content is to get a row of its own.
	 */
	public boolean isBackup() {
		return this.backup;
	}

	/**
	 * Returns the row that has got the old content, {@code null} as long as none has: it
	 * is what the backup's name stands for from then on, whatever the file gets.
	 */
	public @Nullable RegularFile stored() {
		return this.stored;
	}

	public void stored(RegularFile row) {
		this.stored = row;
	}

	/**
	 * Whether this program has asked for the name.
	 */
	public boolean isOf(@Nullable Caller program) {
		Caller asked = this.caller;
		return asked != null && program != null && asked.isSameProgram(program);
	}

	/**
	 * Returns where the file is stored.
	 */
	public Place place() {
		return this.place;
	}

	/**
	 * Returns the file as it was when it was renamed.
	 */
	public RegularFile file() {
		return this.file;
	}

	/**
	 * Returns the name that programs see, {@code null} once they have deleted it.
	 */
	public @Nullable Name alias() {
		return this.alias;
	}

	/**
	 * Returns where programs see the file, or {@code null} if they do not.
	 */
	public @Nullable Place shownAt() {
		Name shown = this.alias;
		return (shown != null) ? new Place(this.place.directory(), shown) : null;
	}

	void alias(@Nullable Name changed) {
		this.alias = changed;
		this.caller = Caller.current();
	}

	/**
	 * Whether the file is to be deleted if nothing comes under its name.
	 */
	public boolean isDeletion() {
		return this.deletion;
	}

	void delete() {
		alias(null);
		this.deletion = true;
	}

	/**
	 * Something has come under the name of the file: whatever becomes of that, the file
	 * is not deleted.
	 */
	public void keep() {
		this.deletion = false;
	}

	/**
	 * Whether it is over: committed, undone, or another file has taken the row.
	 */
	public boolean isEnded() {
		return this.ended;
	}

	void end() {
		this.ended = true;
	}

	/**
	 * Does something for who has asked for it, while nobody else does anything with it.
	 * @return what the work returns, or {@code null} if it has ended meanwhile
	 */
	public <T> @Nullable T settle(Supplier<T> work) {
		return ifPending(() -> Caller.as(this.caller, work));
	}

	/**
	 * Does something with it while nobody else does.
	 * @return what the work returns, or {@code null} if it has ended meanwhile
	 */
	public <T> @Nullable T ifPending(Supplier<T> work) {
		Lock held = Locks.acquire(this.lock);
		try {
			return this.ended ? null : work.get();
		}
		finally {
			held.unlock();
		}
	}

}
