package io.fusemount.core.revision;

import java.util.function.Supplier;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.handover.Notebook.Kind;
import io.fusemount.core.node.CommitWatch;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.spool.SpooledJournal;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what the handles of an open file hold, as it changes, and what is about to
 * be committed of it. {@link RecordedRevision} reads it.
 */
public final class RevisionJournal {

	/** Writes nothing. */
	static final RevisionJournal NONE = new RevisionJournal(Notebook.NONE, 0);

	private final Notebook notebook;

	private final long file;

	@GuardedBy("this")
	private final SpooledJournal ranges;

	private volatile boolean begun;

	@GuardedBy("this")
	private boolean ended;

	/** Whether there is a note of a commit. */
	@GuardedBy("this")
	private boolean foreseen;

	/** Whether its outcome is not written down. */
	@GuardedBy("this")
	private boolean pending;

	/** Whether its outcome is not known. */
	@GuardedBy("this")
	private boolean running;

	/**
	 * Creates it.
	 * @param file the number of the file
	 */
	public RevisionJournal(Notebook notebook, long file) {
		this.notebook = notebook;
		this.file = file;
		this.ranges = new SpooledJournal(file);
	}

	/** Writes down how it is now. It does not change meanwhile. */
	void write(CurrentContent content, Draft draft) {
		if (this.notebook.isKept()) {
			writeNow(content, draft);
		}
	}

	private synchronized void writeNow(CurrentContent content, Draft draft) {
		if (!this.ended) {
			Notebook.Batch batch = new Notebook.Batch();
			this.ranges.write(content.local(), batch);
			batch.put(Kind.DRAFT, this.file, RecordedRevision.write(content, draft));
			this.notebook.write(batch);
			this.pending = this.running;
			this.begun = true;
		}
	}

	/**
	 * Whether the next process finds what the handles hold.
	 */
	public boolean isBegun() {
		return this.begun;
	}

	/**
	 * Writes down that nothing is left but what is stored, because the local content will
	 * be that of another file, or is kept elsewhere: until it is, these notes are all
	 * that tells of it.
	 */
	void end(CurrentContent content, Draft draft) {
		if (this.notebook.isKept()) {
			endNow(content, draft);
		}
	}

	private synchronized void endNow(CurrentContent content, Draft draft) {
		if (!this.ended) {
			Notebook.Batch batch = new Notebook.Batch();
			this.ranges.remove(batch);
			batch.put(Kind.DRAFT, this.file, RecordedRevision.writeEnd(content, draft));
			this.notebook.write(batch);
			this.ended = true;
		}
	}

	/**
	 * Runs a transaction, and writes down what it is about to commit.
	 * @param place where it will be stored
	 */
	public RegularFile watch(@Nullable Place place, Supplier<RegularFile> transaction) {
		if (!this.notebook.isKept()) {
			return transaction.get();
		}
		try {
			RegularFile stored = CommitWatch.during((key, versionText) -> foresee(place, key, versionText),
					transaction);
			committed();
			return stored;
		}
		catch (RuntimeException ex) {
			// Nothing is committed, or it is not known: then it is a conflict later.
			forget();
			throw ex;
		}
	}

	/**
	 * Runs a transaction that takes the row from the file: it is deleted, or gets other
	 * content.
	 * @param place where the row is, or would have been
	 */
	public <T> T watchEnd(@Nullable Place place, NodeKey key, Supplier<T> transaction) {
		if (!this.notebook.isKept()) {
			return transaction.get();
		}
		try {
			foresee(place, key, null);
			T result = transaction.get();
			ended();
			return result;
		}
		catch (RuntimeException ex) {
			forget();
			throw ex;
		}
	}

	private synchronized void ended() {
		this.running = false;
		this.pending = false;
	}

	private synchronized void foresee(@Nullable Place place, NodeKey key, @Nullable String versionText) {
		if (!this.ended && place != null) {
			this.notebook.put(Kind.COMMIT, this.file, new NoteWriter().place(place).key(key).text(versionText));
			this.foreseen = true;
			this.pending = true;
			this.running = true;
		}
	}

	private synchronized void committed() {
		this.running = false;
	}

	/**
	 * Takes that back if its outcome is written down, now that it is written down what
	 * the file is. At once, because the note of another commit may be next.
	 */
	public synchronized void settle() {
		if (this.foreseen && !this.pending) {
			this.notebook.remove(Kind.COMMIT, this.file);
			this.foreseen = false;
		}
	}

	private synchronized void forget() {
		if (this.foreseen) {
			this.notebook.remove(Kind.COMMIT, this.file);
		}
		this.foreseen = false;
		this.pending = false;
		this.running = false;
	}

	/**
	 * Takes back all that was written, because no handle is left.
	 */
	public synchronized void remove(Notebook.Batch batch) {
		this.ranges.remove(batch);
		batch.remove(Kind.DRAFT, this.file);
		batch.remove(Kind.COMMIT, this.file);
		this.ended = true;
	}

}
