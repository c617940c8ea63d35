package io.fusemount.core.vfs;

import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.handover.Notes;
import org.jspecify.annotations.Nullable;

/**
 * How a filesystem goes from one process to the next, while programs that use it only
 * wait.
 */
public interface Handover {

	/** Neither takes over nor leaves. */
	Handover NONE = new Handover() {
	};

	/**
	 * Returns the notes of the process before, whose files and handles the filesystem has
	 * taken over; {@code null} if there was none.
	 */
	default @Nullable Notes inherited() {
		return null;
	}

	/**
	 * Records that the notes count no longer, because programs are served again, or never
	 * will be.
	 */
	default void settle() {
	}

	/**
	 * Closes the filesystem as it is, with what programs have open, for the next process.
	 * No operation is in progress.
	 * @param transport the notes of the transport
	 * @throws RuntimeException if that is not possible; the filesystem is as before then
	 */
	default void leave(NoteWriter transport) {
		throw new UnsupportedOperationException("The filesystem cannot be handed over");
	}

	/**
	 * Writes down, from now on, what the next process needs after a crash, beginning with
	 * what there is. No operation is in progress.
	 */
	default void keep(Notebook notebook) {
	}

}
