package io.fusemount.core.revision;

import java.time.Clock;
import java.util.Set;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpooledContent;
import io.fusemount.core.spool.SpooledNotes;
import org.jspecify.annotations.Nullable;

/**
 * What the handles of an open file hold, as it goes from one process to the next.
 */
public final class RevisionNotes {

	private RevisionNotes() {
	}

	/**
	 * Writes down what differs from the committed version. No handle is in use.
	 * @param spoolFiles receives the name of the local file, if there is one
	 */
	public static void write(Revision revision, NoteWriter notes, Set<String> spoolFiles) {
		SpooledContent local = revision.content.local();
		notes.flag(local != null);
		if (local != null) {
			SpooledNotes.write(local, notes);
			spoolFiles.add(SpooledNotes.name(local));
		}
		revision.draft.write(notes);
	}

	/**
	 * Writes down which writes have failed, of content that has a label.
	 */
	public static void writeFailures(Revision revision, NoteWriter notes) {
		revision.draft.unwritten.write(notes);
	}

	/**
	 * Goes on with the writes that have failed.
	 */
	public static void readFailures(Revision revision, NoteReader notes) {
		revision.draft.unwritten.read(notes);
	}

	/**
	 * Goes on with what was written down.
	 * @param committed the committed version, {@code null} if there is none
	 */
	public static Revision read(Spool spool, ContentCache cache, Clock clock, @Nullable RegularFile committed,
			NoteReader notes) {
		StoredContent stored = (committed != null) ? new StoredContent(cache, committed) : null;
		SpooledContent local = notes.flag() ? SpooledNotes.read(spool, stored, notes) : null;
		Revision revision = new Revision(new CurrentContent(spool, cache, stored, local), clock, null);
		revision.draft.read(notes);
		return revision;
	}

}
