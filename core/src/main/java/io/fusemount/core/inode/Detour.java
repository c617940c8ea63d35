package io.fusemount.core.inode;

import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * What programs see of a stored file for a while in place of what its source has: it
 * keeps its name there until another file has taken that, or until nothing has come for
 * some seconds.
 */
public sealed interface Detour {

	/**
	 * Returns where the file is stored.
	 */
	Place from();

	/**
	 * Returns where programs see the file, {@code null} if they do not.
	 */
	@Nullable Place shownAt();

	/**
	 * Returns the version that the program meant that has begun the detour.
	 */
	RegularFile seen();

	/**
	 * Returns the program that has asked for the alias, or for none.
	 */
	@Nullable Caller by();

	/**
	 * Returns when it began, by {@link System#nanoTime()}.
	 */
	long since();

	/** Returns the same detour of a newer version. */
	Detour of(RegularFile newer);

	/**
	 * Whether a program has asked for it.
	 */
	default boolean isOf(@Nullable Caller program) {
		Caller asked = by();
		return asked != null && program != null && asked.isSameProgram(program);
	}

	/**
	 * The file has a scratch name to programs. The next file that gets its old name takes
	 * the row, and the old content stays local.
	 */
	record Away(Place from, Place shownAt, RegularFile seen, @Nullable Caller by, long since) implements Detour {

		@Override
		public Detour of(RegularFile newer) {
			return new Away(this.from, this.shownAt, newer, this.by, this.since);
		}

	}

	/**
	 * The file has the name of a backup to programs, and hides what is stored there. If
	 * the program brings a new file, the old content gets a row of its own first.
	 */
	record Backup(Place from, Place shownAt, RegularFile seen, @Nullable Caller by, long since) implements Detour {

		@Override
		public Detour of(RegularFile newer) {
			return new Backup(this.from, this.shownAt, newer, this.by, this.since);
		}

	}

	/**
	 * Programs do not see the file: it waits for the content of a new one.
	 *
	 * @param deletion whether it is deleted if none comes; else it is there again
	 */
	record Gone(Place from, boolean deletion, RegularFile seen, @Nullable Caller by, long since) implements Detour {

		/** Returns the same detour with another end if no new file comes. */
		public Gone with(boolean deletion, @Nullable Caller by) {
			return new Gone(this.from, deletion, this.seen, by, this.since);
		}

		@Override
		public @Nullable Place shownAt() {
			return null;
		}

		@Override
		public Detour of(RegularFile newer) {
			return new Gone(this.from, this.deletion, newer, this.by, this.since);
		}

	}

}
