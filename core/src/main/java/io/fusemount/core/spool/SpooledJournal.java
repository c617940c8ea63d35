package io.fusemount.core.spool;

import java.util.List;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.handover.Notebook.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Writes down which ranges of local content are where, as that changes: at first all of
 * it, then each change, and all of it again when there are as many changes as ranges. A
 * write costs as much whatever was written before. Not thread-safe.
 */
public final class SpooledJournal {

	/** How many changes a file can have beside all of it. */
	private static final int BITS = 22;

	private final long first;

	private @Nullable SpooledContent content;

	/** Changes of another round than the last one count no longer. */
	private long round;

	private int changes;

	private int mostChanges;

	private @Nullable OverlayChange last;

	/**
	 * Creates it.
	 * @param file the number of the file
	 */
	public SpooledJournal(long file) {
		this.first = file << BITS;
	}

	/**
	 * Adds what has changed. The content does not change meanwhile.
	 * @param now the local content, {@code null} if there is none
	 */
	public void write(@Nullable SpooledContent now, Notebook.Batch batch) {
		if (now != this.content) {
			unwatch();
			this.content = now;
			if (now != null) {
				now.overlay.watch(true);
				writeAll(now, batch);
			}
			return;
		}
		if (now != null) {
			List<OverlayChange> news = now.overlay.takeNews();
			if (news.size() > Overlay.MOST_NEWS || this.changes + news.size() > limit(now)) {
				writeAll(now, batch);
			}
			else {
				news.forEach((change) -> write(change, batch));
			}
		}
	}

	private static int limit(SpooledContent content) {
		return Math.min((1 << BITS) - 1, Overlay.MOST_NEWS + content.overlay.ranges());
	}

	private void writeAll(SpooledContent now, Notebook.Batch batch) {
		this.round++;
		this.changes = 0;
		this.last = null;
		now.overlay.takeNews();
		NoteWriter all = new NoteWriter().number(this.round);
		now.overlay.write(all);
		batch.put(Kind.RANGES, this.first, all);
	}

	private void write(OverlayChange change, Notebook.Batch batch) {
		OverlayChange joined = (this.last != null) ? this.last.with(change) : null;
		if (joined == null) {
			this.changes++;
			this.mostChanges = Math.max(this.mostChanges, this.changes);
		}
		this.last = (joined != null) ? joined : change;
		NoteWriter note = new NoteWriter().number(this.round);
		this.last.write(note);
		batch.put(Kind.RANGES, this.first + this.changes, note);
	}

	/**
	 * Takes back all that was written.
	 */
	public void remove(Notebook.Batch batch) {
		unwatch();
		this.content = null;
		for (int i = 0; i <= this.mostChanges; i++) {
			batch.remove(Kind.RANGES, this.first + i);
		}
	}

	private void unwatch() {
		if (this.content != null) {
			this.content.overlay.watch(false);
		}
	}

	/**
	 * Returns the file to which such a note belongs.
	 * @param number the number of the note
	 */
	public static long file(long number) {
		return number >> BITS;
	}

	/**
	 * Returns a note of all of it, as {@link #write} begins with.
	 */
	static NoteWriter whole(SpooledContent content) {
		NoteWriter all = new NoteWriter().number(0);
		content.overlay.write(all);
		return all;
	}

	/** Reads the notes of a file, in the order of their numbers. */
	static Overlay read(List<byte[]> notes) {
		NoteReader all = new NoteReader(notes.get(0));
		long round = all.number();
		Overlay layout = Overlay.read(all);
		for (byte[] note : notes.subList(1, notes.size())) {
			NoteReader change = new NoteReader(note);
			if (change.number() == round) {
				OverlayChange.read(change).apply(layout);
			}
		}
		return layout;
	}

}
