package io.fusemount.core.inode;

import java.time.Instant;

import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * When and by whom local content was changed last, and which modification time a program
 * has asked for since: all as long as they are not stored. Whoever changes it keeps
 * others off.
 */
final class ChangeTimes {

	private volatile @Nullable Instant changed;

	private volatile @Nullable Instant requested;

	private volatile @Nullable Caller caller;

	/** Takes note that content has changed now, whatever time was asked for before. */
	void change(Instant now) {
		this.caller = Caller.current();
		this.changed = now;
		this.requested = null;
	}

	/** Takes note of the modification time that is to be stored. */
	void request(@Nullable Instant modified) {
		this.caller = (modified != null) ? Caller.current() : this.caller;
		this.requested = modified;
	}

	/** Takes note that everything is stored. */
	void stored() {
		this.changed = null;
		this.requested = null;
	}

	/** Whether there is something to store, for those without a lock, too. */
	boolean isDirty() {
		// In this order: a change takes the place of a request, and is there before that
		// goes.
		return this.requested != null || this.changed != null;
	}

	/**
	 * Returns who has asked for what is to be stored, {@code null} if nobody is known.
	 */
	@Nullable Caller caller() {
		return this.caller;
	}

	/** Whether there is more to store than times. */
	boolean isChanged() {
		return this.changed != null;
	}

	/** Returns the time that was asked for, {@code null} if the storage is to choose. */
	@Nullable Instant requested() {
		return this.requested;
	}

	/** Returns the modification time, {@code null} if it is the stored one. */
	@Nullable Instant modified() {
		Instant asked = this.requested;
		return (asked != null) ? asked : this.changed;
	}

}
