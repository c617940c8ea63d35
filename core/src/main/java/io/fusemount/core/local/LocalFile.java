package io.fusemount.core.local;

import java.nio.file.Path;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/**
 * A file of the local disk whose bytes never change until it is dropped. It is then
 * deleted, or reused as another file. A holder that has the file open closes it when
 * notified, because a deleted file keeps its space on the disk while it is open.
 */
public final class LocalFile {

	private final Path path;

	private final long capacity;

	private final Runnable onDamage;

	@GuardedBy("this")
	private @Nullable Runnable onDrop;

	@GuardedBy("this")
	private boolean dropped;

	/**
	 * Creates the description of a file.
	 * @param capacity the maximum number of bytes that the file will ever have
	 * @param onDamage called when the file proves unreadable
	 */
	public LocalFile(Path path, long capacity, Runnable onDamage) {
		this.path = path;
		this.capacity = capacity;
		this.onDamage = onDamage;
	}

	/**
	 * Returns the path of the file.
	 */
	public Path path() {
		return this.path;
	}

	/**
	 * Returns the maximum number of bytes that the file will ever have.
	 */
	public long capacity() {
		return this.capacity;
	}

	/**
	 * Tells the owner that bytes of the file cannot be read.
	 */
	public void damaged() {
		this.onDamage.run();
	}

	/**
	 * Sets the action to run when the file is dropped, in place of the previous action.
	 * @return whether the action will run; {@code false} if the file has been dropped
	 * already
	 */
	public synchronized boolean onDrop(Runnable action) {
		if (!this.dropped) {
			this.onDrop = action;
		}
		return !this.dropped;
	}

	/**
	 * Drops the file: tells its holders to close it.
	 */
	public void drop() {
		Runnable action;
		synchronized (this) {
			this.dropped = true;
			action = this.onDrop;
			this.onDrop = null;
		}
		if (action != null) {
			action.run();
		}
	}

}
