package io.fusemount.core.revision;

import java.time.Clock;
import java.time.Instant;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.spool.SpoolLabel;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * What there is to store of an open file, if anything: when and by whom its content was
 * changed last, which modification time a program has asked for since, and what a process
 * that finds the local content after a crash is to know. {@link Revision} locks it for
 * changes; looking needs no lock.
 */
final class Draft {

	private final CurrentContent content;

	private final Clock clock;

	/** The birth time of a file that is not stored. */
	private volatile Instant begun;

	private volatile @Nullable Instant changed;

	private volatile @Nullable Instant requested;

	private volatile @Nullable Caller caller;

	/** What the file begins with, or what becomes of it with the next commit. */
	private volatile Ownership ownership = Ownership.NONE;

	private volatile AttributeValues attributes = AttributeValues.NONE;

	private volatile @Nullable SpoolLabel label;

	final UnwrittenRange unwritten = new UnwrittenRange();

	Draft(CurrentContent content, Clock clock, @Nullable Instant created) {
		this.content = content;
		this.clock = clock;
		this.begun = (created != null) ? created : clock.instant();
	}

	/**
	 * Begins with content that is nowhere else.
	 * @param modified when it was changed last, if that is known
	 * @param written what it is labelled with already, if it is
	 */
	void begin(@Nullable Instant modified, @Nullable SpoolLabel written) {
		this.label = written;
		touch(this.begun);
		request(modified);
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
		SpooledContent local = this.content.local();
		return (local != null && isChanged()) ? local.changedBytes() : 0;
	}

	/**
	 * Returns who has asked for what is to be stored, {@code null} if nobody is known.
	 */
	@Nullable Caller changedBy() {
		return this.caller;
	}

	/** Returns the modification time, as it is or will be stored. */
	Instant modified() {
		Instant asked = this.requested;
		Instant pending = (asked != null) ? asked : this.changed;
		if (pending != null) {
			return pending;
		}
		RegularFile file = this.content.committed();
		return (file != null) ? file.attributes().modified() : this.clock.instant();
	}

	/** Returns the birth time: of what is stored, or that of this state if nothing is. */
	Instant created() {
		RegularFile file = this.content.committed();
		return (file != null) ? file.attributes().created() : this.begun;
	}

	/**
	 * Takes note that content has changed now, whatever time was asked for before.
	 */
	void touch() {
		touch(this.clock.instant());
		if (Caller.currentUser() != Caller.ROOT) {
			takePrivileges();
		}
	}

	/** What others than root have written must not run as the owner of the file. */
	private void takePrivileges() {
		RegularFile file = this.content.committed();
		Ownership now = (file != null) ? file.ownership().with(this.ownership) : this.ownership;
		Ownership taken = now.withoutPrivileges();
		if (taken.isNone() || file != null && !file.keeps().contains(Ownership.Part.MODE)) {
			return;
		}
		keep(FileChanges.of(taken, AttributeValues.NONE));
		SpoolLabel known = this.label;
		if (known != null && known.kind() == SpoolLabel.Kind.SCRATCH) {
			label(known.with(now.with(taken)));
		}
	}

	private void touch(Instant now) {
		SpooledContent local = this.content.local();
		SpoolLabel known = this.label;
		// Ranges of a file are nothing without the rest of it.
		if (local != null && known != null && !local.isLabelled() && local.isWhole()) {
			// First: what fails for lack of room must not be committed.
			local.label(known);
		}
		change(now);
	}

	private void change(Instant now) {
		this.caller = Caller.current();
		this.changed = now;
		this.requested = null;
	}

	/** Takes note of the modification time that is to be stored. */
	void request(@Nullable Instant modified) {
		// What others have written stays theirs.
		this.caller = (modified != null && !isChanged()) ? Caller.current() : this.caller;
		this.requested = modified;
	}

	Ownership ownership() {
		return this.ownership;
	}

	AttributeValues attributes() {
		return this.attributes;
	}

	/** Takes note of what is to be stored of owner, group, mode and attributes. */
	void keep(FileChanges beside) {
		this.ownership = this.ownership.with(beside.ownership());
		this.attributes = this.attributes.with(beside.attributes());
	}

	/** Takes note of a write that did not fail. */
	void written(long from, long to) {
		this.unwritten.written(from, to);
		touch();
	}

	/** Takes note of a write that failed. */
	void failed(long from, long to, RuntimeException reason) {
		this.unwritten.failed(from, to, reason);
	}

	/** Takes note that nothing from an offset on is wanted any more. */
	void cutOff(long size) {
		this.unwritten.cutOff(size);
		touch();
	}

	/** Takes note that all of the content is to be stored, as that of a new file. */
	void part() {
		Instant modified = modified();
		this.begun = created();
		RegularFile file = this.content.committed();
		this.ownership = (file != null) ? file.ownership().with(this.ownership) : this.ownership;
		change(this.clock.instant());
		request(modified);
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
		SpooledContent local = this.content.local();
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
		SpooledContent local = this.content.local();
		if (local != null) {
			local.unlabel();
		}
	}

	/** Writes down what there is to store. */
	NoteWriter write(NoteWriter notes) {
		notes.time(this.begun).time(this.changed).time(this.requested).caller(this.caller);
		notes.ownership(this.ownership).attributes(this.attributes);
		this.unwritten.write(notes);
		return notes;
	}

	/** Writes down that there is nothing to store. */
	NoteWriter writeEnd(NoteWriter notes) {
		notes.time(this.begun).time(null).time(null).caller(this.caller).ownership(Ownership.NONE);
		notes.attributes(AttributeValues.NONE);
		new UnwrittenRange().write(notes);
		return notes;
	}

	/** Goes on with what there was to store. */
	void read(NoteReader notes) {
		this.begun = Objects.requireNonNull(notes.time());
		this.changed = notes.time();
		this.requested = notes.time();
		this.caller = notes.caller();
		this.ownership = notes.ownership();
		this.attributes = notes.attributes();
		this.unwritten.read(notes);
	}

	/**
	 * Returns what is to be stored as a whole.
	 * @throws RuntimeException the failure of a write that was not made up for
	 */
	FileChanges whole() {
		SpooledContent local = pending();
		return new FileChanges((local != null) ? local.whole() : null, this.requested, this.changed, created(),
				this.ownership, this.attributes);
	}

	/**
	 * Returns what is to be stored by how it differs from what is stored.
	 * @throws RuntimeException the failure of a write that was not made up for
	 */
	FileChanges patch() {
		SpooledContent local = pending();
		return new FileChanges((local != null) ? local.patch() : null, this.requested, this.changed, created(),
				this.ownership, this.attributes);
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
		SpooledContent local = this.content.local();
		if (local == null) {
			throw taken();
		}
		return local;
	}

	/** Takes note that everything is stored. The label is for what comes next. */
	void stored() {
		this.changed = null;
		this.requested = null;
		this.ownership = Ownership.NONE;
		this.attributes = AttributeValues.NONE;
		SpooledContent local = this.content.local();
		if (local != null) {
			local.unlabel();
		}
	}

}
