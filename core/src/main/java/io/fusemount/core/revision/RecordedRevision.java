package io.fusemount.core.revision;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpooledContent;
import io.fusemount.core.spool.SpooledNotes;
import org.jspecify.annotations.Nullable;

/**
 * What the handles of an open file hold, as it goes from one process to the next.
 */
public final class RecordedRevision {

	/** In place of a length that was not known. */
	public static final long UNKNOWN = -1;

	private static final int COMPARED_BYTES = 64 * 1024;

	private final @Nullable String spoolFile;

	private final @Nullable NodeKey key;

	private final @Nullable String version;

	private final long length;

	private final Attributes attributes;

	/** All of it, and what there is to store after all else. */
	private final byte[] notes;

	private final List<byte[]> ranges;

	private RecordedRevision(byte[] notes, List<byte[]> ranges) {
		NoteReader head = new NoteReader(notes);
		this.spoolFile = head.text();
		this.key = head.key();
		this.version = head.text();
		this.length = head.number();
		this.attributes = attributes(head);
		this.notes = notes;
		this.ranges = ranges;
	}

	private static Attributes attributes(NoteReader head) {
		return new Attributes(head.number(), Objects.requireNonNull(head.time()), Objects.requireNonNull(head.time()),
				true);
	}

	/** Returns what there is to store. */
	private NoteReader draft() {
		NoteReader head = new NoteReader(this.notes);
		head.text();
		head.key();
		head.text();
		head.number();
		attributes(head);
		return head;
	}

	/**
	 * Writes down how the content of an open file differs from the committed version, for
	 * the next process. No handle is in use.
	 */
	public static void write(Revision revision, NoteWriter notes) {
		notes.bytes(write(revision.content, revision.draft).toByteArray());
		SpooledContent local = revision.content.local();
		notes.number((local != null) ? 1 : 0);
		if (local != null) {
			notes.bytes(SpooledNotes.write(local).toByteArray());
		}
	}

	/**
	 * Writes the same from what a {@link RevisionJournal} has written.
	 * @param ranges the notes of the local content, in the order of their numbers
	 */
	public static void write(byte[] draft, List<byte[]> ranges, NoteWriter notes) {
		notes.bytes(draft).number(ranges.size());
		ranges.forEach(notes::bytes);
	}

	/**
	 * Reads it.
	 */
	public static RecordedRevision read(NoteReader notes) {
		byte[] draft = notes.bytes();
		List<byte[]> ranges = new ArrayList<>();
		for (long count = notes.number(); count > 0; count--) {
			ranges.add(notes.bytes());
		}
		return new RecordedRevision(draft, ranges);
	}

	static NoteWriter write(CurrentContent content, Draft draft) {
		SpooledContent local = content.local();
		NoteWriter notes = head((local != null) ? SpooledNotes.name(local) : null, content, draft);
		return draft.write(notes);
	}

	/** Without local content, and with nothing to store. */
	static NoteWriter writeEnd(CurrentContent content, Draft draft) {
		NoteWriter notes = head(null, content, draft);
		return draft.writeEnd(notes);
	}

	private static NoteWriter head(@Nullable String spoolFile, CurrentContent content, Draft draft) {
		NoteWriter notes = new NoteWriter().text(spoolFile);
		RegularFile file = content.committed();
		notes.key((file != null) ? file.key() : null).text((file != null) ? file.versionText() : null);
		notes.number((file != null && file.isMeasured()) ? file.attributes().size() : UNKNOWN);
		return notes.number(content.size()).time(draft.created()).time(draft.modified());
	}

	/**
	 * Returns the names of the files of the spool, of which there is one or none.
	 */
	public static Set<String> spoolFiles(Revision revision) {
		SpooledContent local = revision.content.local();
		return (local != null) ? Set.of(SpooledNotes.name(local)) : Set.of();
	}

	/**
	 * Returns the same of what a {@link RevisionJournal} has written.
	 */
	public static Set<String> spoolFiles(byte[] draft) {
		String name = new NoteReader(draft).text();
		return (name != null) ? Set.of(name) : Set.of();
	}

	/**
	 * Returns what the file was like.
	 */
	public Attributes attributes() {
		return this.attributes;
	}

	/**
	 * Whether a version, whose length is known, is the one that was committed.
	 */
	public boolean isOf(RegularFile measured) {
		return measured.versionText().equals(this.version)
				&& (this.length == UNKNOWN || measured.attributes().size() == this.length);
	}

	/**
	 * Whether its bytes are in the same file of the spool as those of another one.
	 */
	public boolean isOf(Revision other) {
		return this.spoolFile != null && spoolFiles(other).contains(this.spoolFile);
	}

	/**
	 * Whether it has followed a commit.
	 * @param text the text of the version
	 */
	public boolean isOf(NodeKey row, String text) {
		return row.equals(this.key) && text.equals(this.version);
	}

	/**
	 * Goes on with what was written down. If the local content is not there any more, it
	 * was given up, and only what is committed is left.
	 * @param committed the committed version, {@code null} if there is none
	 */
	public Revision resume(Spool spool, ContentCache cache, Clock clock, @Nullable RegularFile committed) {
		StoredContent stored = (committed != null) ? new StoredContent(cache, committed) : null;
		SpooledContent local = (this.spoolFile != null) ? SpooledNotes.read(spool, this.spoolFile, stored, this.ranges)
				: null;
		Revision revision = new Revision(new CurrentContent(spool, cache, stored, local), clock, null);
		if (local != null || this.spoolFile == null) {
			revision.draft.read(draft());
		}
		return revision;
	}

	/**
	 * Goes on with what was to be stored of a local file that its label has brought back.
	 */
	public void resume(Revision revision) {
		SpooledContent local = revision.content.local();
		if (local != null && local.size() != this.attributes.size()) {
			local.truncate(this.attributes.size());
		}
		revision.draft.read(draft());
	}

	/**
	 * Takes note that what was to be stored is stored in the committed version: the
	 * process before did not live to hear of it.
	 */
	public static void stored(Revision revision) {
		SpooledContent local = revision.content.local();
		if (local != null && revision.draft.isChanged()) {
			local.stored();
		}
		revision.draft.stored();
	}

	/**
	 * Whether the committed version has all bytes that were to be stored, so that there
	 * is nothing to store of them.
	 */
	public static boolean isSame(Revision revision) {
		SpooledContent local = revision.content.local();
		RegularFile file = revision.content.committed();
		if (local == null || file == null) {
			return local == null;
		}
		return isSame(local, file, local.patch().changed());
	}

	/**
	 * Whether a local file has the bytes of a version, whose length is known.
	 */
	public static boolean isSame(Revision revision, RegularFile measured) {
		SpooledContent local = revision.content.local();
		return local != null && isSame(local, measured, List.of(new ByteRange(0, local.size())));
	}

	private static boolean isSame(SpooledContent local, RegularFile measured, List<ByteRange> ranges) {
		return local.size() == measured.attributes().size()
				&& ranges.stream().allMatch((range) -> isSame(local, measured.content(), range));
	}

	private static boolean isSame(SpooledContent local, Content stored, ByteRange range) {
		for (long at = range.start(); at < range.end();) {
			int length = (int) Math.min(COMPARED_BYTES, range.end() - at);
			ByteBuffer mine = ByteBuffer.allocate(length);
			ByteBuffer its = ByteBuffer.allocate(length);
			local.read(at, mine);
			stored.read(at, its);
			if (!mine.flip().equals(its.flip())) {
				return false;
			}
			at += length;
		}
		return true;
	}

}
