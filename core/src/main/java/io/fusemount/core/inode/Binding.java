package io.fusemount.core.inode;

import java.util.Objects;
import java.util.function.Function;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * What an open file stands for at one moment.
 *
 * @param kind what it is to another process
 * @param key its identity
 * @param number the number that programs see
 * @param place where they see it, {@code null} if they do not
 * @param maker the user who has made it, 0 for nobody in particular
 */
public record Binding(Kind kind, NodeKey key, long number, @Nullable Place place, int maker) {

	/**
	 * Writes it down.
	 */
	public void write(NoteWriter notes) {
		notes.text(this.kind.name()).key(this.key).number(this.number).place(this.place).number(this.maker);
	}

	/**
	 * Reads it.
	 * @param directories finds a directory by its key
	 */
	public static Binding read(NoteReader notes, Function<NodeKey, @Nullable Directory> directories) {
		return new Binding(Kind.valueOf(notes.requireText()), Objects.requireNonNull(notes.key()), notes.number(),
				notes.place(directories), (int) notes.number());
	}

	/**
	 * Returns the same of a file that has lost its row.
	 */
	public Binding gone() {
		return new Binding(Kind.GONE, this.key, this.number, this.place, this.maker);
	}

	/**
	 * What an open file is to another process.
	 */
	public enum Kind {

		/** The current version of a row. */
		STORED,

		/** Not stored yet. */
		NEW,

		/** A local file, which its label describes. */
		SCRATCH,

		/** Deleted, or replaced by a program. */
		GONE,

		/** A version that others have replaced. */
		LOST;

		/** Whether there is a row of it, or may be one after its next commit. */
		public boolean isStorable() {
			return this == STORED || this == NEW || this == LOST;
		}

	}

}
