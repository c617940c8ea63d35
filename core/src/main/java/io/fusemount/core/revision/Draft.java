package io.fusemount.core.revision;

import java.time.Instant;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.spool.SpoolLabel;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * The local changes of an open file: content in the spool, when and by whom it was
 * changed last, which modification time a program has asked for since, and what a process
 * that finds the content after a crash is to know. {@link Revision} keeps others off who
 * changes it; who only looks needs no lock.
 */
final class Draft {

	private volatile @Nullable SpooledContent content;

	private volatile @Nullable Instant changed;

	private volatile @Nullable Instant requested;

	private volatile @Nullable Caller caller;

	private volatile @Nullable SpoolLabel label;

	private final UnwrittenRange unwritten = new UnwrittenRange();

	/**
	 * Returns the local content, {@code null} if there is none or it was given away.
	 */
	@Nullable SpooledContent content() {
		return this.content;
	}

	/** Begins the local content. */
	SpooledContent begin(SpooledContent local) {
		this.content = local;
		return local;
	}

	/** Begins with content that was there before. */
	void begin(SpooledContent local, @Nullable SpoolLabel written) {
		this.content = local;
		this.label = written;
	}

	/** Takes the local content away. */
	@Nullable SpooledContent take() {
		SpooledContent local = this.content;
		this.content = null;
		return local;
	}

	/** Whether there is something to store. */
	boolean isDirty() {
		// In this order: a change takes the place of a request, and is there before that
		// goes.
		return this.requested != null || this.changed != null;
	}

	/** Whether there is more to store than times. */
	boolean isChanged() {
		return this.changed != null;
	}

	/** Returns how much content there is to store. */
	long changedBytes() {
		SpooledContent local = this.content;
		return (local != null && isChanged()) ? local.changedBytes() : 0;
	}

	/**
	 * Returns who has asked for what is to be stored, {@code null} if nobody is known.
	 */
	@Nullable Caller changedBy() {
		return this.caller;
	}

	/** Returns the modification time, {@code null} if it is the stored one. */
	@Nullable Instant modified() {
		Instant asked = this.requested;
		return (asked != null) ? asked : this.changed;
	}

	/**
	 * Takes note that content has changed now, whatever time was asked for before.
	 */
	void touch(Instant now) {
		SpooledContent local = this.content;
		SpoolLabel known = this.label;
		// Ranges of a file are nothing without the rest of it.
		if (local != null && known != null && !local.isLabelled() && local.isWhole()) {
			// First: what fails for lack of room must not be committed.
			local.label(known);
		}
		change(now);
	}

	/** Takes note of a change that leaves the label as it is. */
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

	/** Takes note of a write that did not fail. */
	void written(long from, long to) {
		this.unwritten.written(from, to);
	}

	/** Takes note of a write that failed. */
	void failed(long from, long to, RuntimeException reason) {
		this.unwritten.failed(from, to, reason);
	}

	/** Takes note that nothing from an offset on is wanted any more. */
	void cutOff(long size) {
		this.unwritten.cutOff(size);
	}

	/** Whether a write has failed that was not made up for. */
	boolean isBroken() {
		return this.unwritten.failure() != null;
	}

	/**
	 * Says what the local content is. It is written to the spool with the first change,
	 * or now if there is one, or if it is that of a local file.
	 */
	void label(SpoolLabel what) {
		boolean known = what.equals(this.label);
		this.label = what;
		SpooledContent local = this.content;
		if (local != null && needs(what, local) && !(known && local.isLabelled())) {
			local.label(what);
		}
	}

	private boolean needs(SpoolLabel what, SpooledContent local) {
		return (what.kind() == SpoolLabel.Kind.CONTENT) ? isDirty() && local.isWhole() : local.missing() == 0;
	}

	/** Says what the local content will be from its next change on. */
	void labelNext(SpoolLabel what) {
		this.label = what;
	}

	/** Takes the label away: after a crash the local content is worth nothing. */
	void unlabel() {
		this.label = null;
		SpooledContent local = this.content;
		if (local != null) {
			local.unlabel();
		}
	}

	/**
	 * Returns what is to be stored as a whole.
	 * @param created the birth time
	 * @throws RuntimeException the failure of a write that was not made up for
	 */
	FileChanges whole(Instant created) {
		SpooledContent local = pending();
		return new FileChanges((local != null) ? local.whole() : null, this.requested, this.changed, created);
	}

	/**
	 * Returns what is to be stored by how it differs from what is stored.
	 * @param created the birth time
	 * @throws RuntimeException the failure of a write that was not made up for
	 */
	FileChanges patch(Instant created) {
		SpooledContent local = pending();
		return new FileChanges((local != null) ? local.patch() : null, this.requested, this.changed, created);
	}

	/** Returns the failure of whoever uses what was given up a moment ago. */
	static ErrnoException taken() {
		return new ErrnoException(Errno.EBADF, "The file has been taken from its program");
	}

	private @Nullable SpooledContent pending() {
		RuntimeException failure = this.unwritten.failure();
		if (failure != null) {
			throw failure;
		}
		if (!isChanged()) {
			return null;
		}
		SpooledContent local = this.content;
		if (local == null) {
			throw taken();
		}
		return local;
	}

	/** Takes note that everything is stored. The label is for what comes next. */
	void stored() {
		this.changed = null;
		this.requested = null;
		SpooledContent local = this.content;
		if (local != null) {
			local.unlabel();
		}
	}

}
