package io.fusemount.core.spool;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.node.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * A change of an {@link Overlay}, which can be made again in the next process.
 *
 * @param kind the change
 * @param from where the range begins, or the new size
 * @param to where the range ends
 */
record OverlayChange(Kind kind, long from, long to) {

	/** Makes the change. */
	void apply(Overlay layout) {
		switch (this.kind) {
			case WRITTEN -> layout.written(this.from, this.to);
			case ZEROED -> layout.zeroed(this.from, this.to);
			case FETCHED -> layout.fetched(new ByteRange(this.from, this.to));
			case RESIZED -> layout.resize(this.from);
			case OWNED -> layout.own();
			case STORED -> layout.stored();
		}
	}

	/**
	 * Returns one change that does the same as this one and the next one, {@code null} if
	 * there is none.
	 */
	@Nullable OverlayChange with(OverlayChange next) {
		boolean joined = this.kind == next.kind && (this.kind == Kind.WRITTEN || this.kind == Kind.FETCHED)
				&& this.from <= next.from && next.from <= this.to;
		return joined ? new OverlayChange(this.kind, this.from, Math.max(this.to, next.to)) : null;
	}

	void write(NoteWriter notes) {
		notes.number(this.kind.ordinal()).number(this.from).number(this.to);
	}

	static OverlayChange read(NoteReader notes) {
		return new OverlayChange(Kind.values()[(int) notes.number()], notes.number(), notes.number());
	}

	/** The changes, each a method of {@link Overlay}. */
	enum Kind {

		/** A range was written. */
		WRITTEN,

		/** A range was zeroed. */
		ZEROED,

		/** A range was read from below. */
		FETCHED,

		/** The content was cut off or extended. */
		RESIZED,

		/** All of it was detached from the content below. */
		OWNED,

		/** All of it was stored. */
		STORED

	}

}
