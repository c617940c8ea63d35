package io.fusemount.core.inode;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.limit.Locks;
import io.fusemount.core.revision.Revision;
import org.jspecify.annotations.Nullable;

/**
 * The commits of an open file, one at a time: which version has become which, and why the
 * last one failed.
 * <p>
 * Lock order: this one, then the one of the content; no lock of another object is taken
 * inside except by the node that is called, and by the first commit of a new file in the
 * place of a stored one. A commit holds the content for reading, so readers go on while
 * it runs and writers wait: what is committed is one state.
 */
final class CommitState {

	private final Revision content;

	private final Changes changes;

	private final ReentrantLock lock = new ReentrantLock();

	private volatile @Nullable RuntimeException failure;

	private volatile boolean told;

	CommitState(Revision content, Changes changes) {
		this.content = content;
		this.changes = changes;
	}

	/**
	 * Keeps other commits off; one under way is waited for.
	 */
	Lock exclusive() {
		return Locks.acquire(this.lock);
	}

	/**
	 * Keeps other commits off; one under way is waited for as long as the work is wanted.
	 */
	Lock awaitExclusive() {
		return Locks.await(this.lock);
	}

	/**
	 * Stores the file; the caller keeps other commits off.
	 * @param uncommitted where it is created, {@code null} if it is there
	 * @param onCommit is told where the file was created, before anything else happens
	 */
	void store(@Nullable Place uncommitted, Storing storing, Consumer<@Nullable Place> onCommit) {
		Lock held = this.content.shared();
		try {
			RegularFile before = this.content.committed();
			RegularFile after = storing.store(before);
			this.changes.succeeded(before, after);
			this.content.stored(after);
			this.failure = null;
			onCommit.accept(uncommitted);
		}
		catch (RuntimeException ex) {
			this.told = true;
			this.failure = ex;
			learn(ex);
			throw ex;
		}
		finally {
			held.unlock();
		}
	}

	/** Learns from a failure that others have changed what is stored. */
	void learn(RuntimeException reason) {
		RegularFile stale = this.content.committed();
		if (stale != null && reason instanceof ErrnoException known && known.errno() == Errno.ESTALE) {
			this.changes.refuted(stale);
		}
	}

	/** Lets names be looked up again if others have changed the file. */
	ErrnoException refreshing(NodeKey key, ErrnoException failure) {
		return this.changes.refreshing(key, failure);
	}

	/**
	 * Takes note that the same content has another snapshot.
	 */
	void refresh(RegularFile file) {
		this.changes.succeeded(this.content.committed(), file);
		this.content.refresh(file);
	}

	/** Returns the version that is committed when no commit is under way. */
	@Nullable RegularFile newest() {
		Lock commit = awaitExclusive();
		try {
			return this.content.committed();
		}
		finally {
			commit.unlock();
		}
	}

	/**
	 * Returns why the last commit failed, {@code null} if it did not.
	 */
	@Nullable RuntimeException failure() {
		return this.failure;
	}

	/**
	 * Whether the caller could tell a program why the last commit failed.
	 */
	boolean isTold() {
		return this.told;
	}

	/** No program has heard of the last failure. */
	void untold() {
		this.told = false;
	}

	/** What is to be stored is something else now, and may not fail. */
	void forgetFailure() {
		this.failure = null;
	}

	/**
	 * Stores a state of the file in what is committed, {@code null} if nothing is.
	 */
	@FunctionalInterface
	interface Storing {

		RegularFile store(@Nullable RegularFile current);

	}

}
