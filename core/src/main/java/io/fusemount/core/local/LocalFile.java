package io.fusemount.core.local;

import java.nio.file.Path;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/**
 * A file of the local disk whose bytes never change, until it is dropped: it is deleted
 * then, or goes on as another one. Who has it open gives it back when told, because a
 * deleted file keeps its space on the disk as long as it is open.
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
	 * @param capacity the most bytes that it will ever have
	 * @param onDamage what to do when somebody finds that it can not be read
	 */
	public LocalFile(Path path, long capacity, Runnable onDamage) {
		this.path = path;
		this.capacity = capacity;
		this.onDamage = onDamage;
	}

	/**
	 * Returns where it is.
	 */
	public Path path() {
		return this.path;
	}

	/**
	 * Returns the most bytes that it will ever have.
	 */
	public long capacity() {
		return this.capacity;
	}

	/**
	 * Tells the owner that bytes that should be there can not be read.
	 */
	public void damaged() {
		this.onDamage.run();
	}

	/**
	 * Has something done when the file is dropped, instead of what was to be done before.
	 * @return whether it will be done; not if the file has been dropped already
	 */
	public synchronized boolean onDrop(Runnable action) {
		if (!this.dropped) {
			this.onDrop = action;
		}
		return !this.dropped;
	}

	/**
	 * Tells who has it open to give it back.
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
