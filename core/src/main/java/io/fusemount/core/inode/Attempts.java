package io.fusemount.core.inode;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of the commits of a file, for whoever closes it last.
 */
public final class Attempts {

	private volatile @Nullable RuntimeException failure;

	private volatile boolean told;

	/**
	 * Records that a commit has failed, which the caller reports to a program.
	 */
	public void failed(RuntimeException reason) {
		this.told = true;
		this.failure = reason;
	}

	/**
	 * Records that no program has heard of the last failure.
	 */
	public void unheard() {
		this.told = false;
	}

	/**
	 * Records that there is nothing any more that could not be stored.
	 */
	public void succeeded() {
		this.failure = null;
	}

	@Nullable RuntimeException failure() {
		return this.failure;
	}

	/**
	 * Whether a program knows why the last commit failed.
	 */
	public boolean isTold() {
		return this.told;
	}

}
