package io.fusemount.core.revision;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.spool.RangeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a write failed and nobody has written since: as long as there is such a range,
 * the content is not what its program meant, and replacing stored content by it would
 * destroy that. Not thread-safe.
 */
final class UnwrittenRange {

	private final RangeSet ranges = new RangeSet();

	private @Nullable RuntimeException failure;

	/** Takes note of a write that failed. */
	void failed(long from, long to, RuntimeException reason) {
		this.ranges.add(from, to);
		this.failure = reason;
	}

	/** Takes note of a write that did not. */
	void written(long from, long to) {
		this.ranges.remove(from, to);
		forgetIfEmpty();
	}

	/** Takes note that nothing from an offset on is wanted any more. */
	void cutOff(long size) {
		this.ranges.removeFrom(size);
		forgetIfEmpty();
	}

	/** Writes down what is missing. */
	void write(NoteWriter notes) {
		this.ranges.write(notes);
	}

	/** Goes on with what was missing. */
	void read(NoteReader notes) {
		this.ranges.read(notes);
		this.failure = this.ranges.isEmpty() ? null
				: new ErrnoException(Errno.EIO, "A write failed before the application restarted");
	}

	private void forgetIfEmpty() {
		if (this.ranges.isEmpty()) {
			this.failure = null;
		}
	}

	/**
	 * Returns why the last write failed, as long as one has not been made up for, or
	 * {@code null}.
	 */
	@Nullable RuntimeException failure() {
		return this.failure;
	}

}
