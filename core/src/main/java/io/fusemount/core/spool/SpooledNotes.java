package io.fusemount.core.spool;

import java.util.List;

import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.node.Content;
import org.jspecify.annotations.Nullable;

/**
 * Local content that goes from one process to the next.
 */
public final class SpooledNotes {

	private SpooledNotes() {
	}

	/**
	 * Writes down where the bytes are.
	 */
	public static NoteWriter write(SpooledContent content) {
		return SpooledJournal.whole(content);
	}

	/**
	 * Returns the name of the local file.
	 */
	public static String name(SpooledContent content) {
		return content.file.path().getFileName().toString();
	}

	/**
	 * Goes on with content that was written down.
	 * @param name the name of the local file
	 * @param base the stored content below, {@code null} for none
	 * @param notes what {@link #write} or a {@link SpooledJournal} has written
	 * @return {@code null} if the local file is not there any more
	 */
	public static @Nullable SpooledContent read(Spool spool, String name, @Nullable Content base, List<byte[]> notes) {
		SpoolFile file = notes.isEmpty() ? null : spool.inherited(name);
		return (file != null) ? new SpooledContent(spool, file, (base != null) ? base : SpooledContent.NOTHING,
				SpooledJournal.read(notes)) : null;
	}

}
