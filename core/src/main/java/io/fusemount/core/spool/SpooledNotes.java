package io.fusemount.core.spool;

import io.fusemount.core.handover.NoteReader;
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
	public static void write(SpooledContent content, NoteWriter notes) {
		content.overlay.write(notes.text(name(content)));
	}

	/**
	 * Returns the name of the local file.
	 */
	public static String name(SpooledContent content) {
		return content.file.path().getFileName().toString();
	}

	/**
	 * Goes on with content that was written down.
	 * @param base the stored content below, {@code null} for none
	 */
	public static SpooledContent read(Spool spool, @Nullable Content base, NoteReader notes) {
		SpoolFile file = spool.takeInherited(notes.requireText());
		return new SpooledContent(spool, file, (base != null) ? base : SpooledContent.NOTHING, Overlay.read(notes));
	}

}
