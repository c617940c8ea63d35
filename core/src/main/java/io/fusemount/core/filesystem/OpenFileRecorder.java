package io.fusemount.core.filesystem;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.handover.Notebook.Batch;
import io.fusemount.core.handover.Notebook.Kind;
import io.fusemount.core.inode.Binding;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Resumption;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.revision.RevisionJournal;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what programs have open, as it changes, before they hear of the change:
 * handles, what their files are, and saves in progress. What a file holds is written down
 * by its {@link RevisionJournal}. {@link RecordedFiles} reads it.
 */
final class OpenFileRecorder {

	/** How many numbers of handles are given until the next note of them. */
	private static final int NUMBERS = 1024;

	private final Resumption resumption;

	private final Appends appends = new Appends();

	private volatile Notebook notebook = Notebook.NONE;

	private volatile @Nullable DetourNotes detours;

	@GuardedBy("this")
	private final Map<Revision, RecordedFile> files = new HashMap<>();

	@GuardedBy("this")
	private final Map<Long, RecordedFile> handles = new HashMap<>();

	@GuardedBy("this")
	private long lastFile;

	@GuardedBy("this")
	private long lastHandle;

	@GuardedBy("this")
	private long detourChanges;

	OpenFileRecorder(Resumption resumption) {
		this.resumption = resumption;
	}

	/** Returns where appends have begun. */
	Appends appends() {
		return this.appends;
	}

	/**
	 * Writes from now on, at first what there is, which an earlier notebook may have. No
	 * operation is in progress.
	 */
	void keep(Notebook target, HandleTable table, DetourNotes saves) {
		begin(target);
		this.detours = saves;
		table.forOldest(Integer.MAX_VALUE, this::opened);
		number(table.last());
		this.appends.keep(target);
		settle(true);
	}

	private synchronized void begin(Notebook target) {
		this.notebook = target;
		this.files.clear();
		this.handles.clear();
	}

	private synchronized void number(long last) {
		this.lastHandle = last + NUMBERS;
		this.notebook.put(Kind.LAST_HANDLE, 0, new NoteWriter().number(this.lastHandle));
	}

	/** Writes down that something is open. */
	void opened(long id, HandleTable.Entry entry) {
		if (!this.notebook.isKept()) {
			return;
		}
		if (entry.handle() instanceof DirectoryHandle directory) {
			write(id, entry, directory);
		}
		else if (entry.handle() instanceof FileHandle handle) {
			openedFile(id, entry, handle);
		}
	}

	private void openedFile(long id, HandleTable.Entry entry, FileHandle handle) {
		Revision content = handle.file().open();
		if (content == null) {
			return;
		}
		RecordedFile file = enter(id, handle, content);
		if (!file.journal.isBegun()) {
			// Waits for others who change the file.
			content.record(file.journal);
		}
		write(id, entry, handle, file);
	}

	private synchronized RecordedFile enter(long id, FileHandle handle, Revision content) {
		RecordedFile file = this.files.computeIfAbsent(content,
				(opened) -> new RecordedFile(++this.lastFile, handle, opened, this.notebook));
		file.handles++;
		this.handles.put(id, file);
		return file;
	}

	private synchronized void write(long id, HandleTable.Entry entry, FileHandle handle, RecordedFile file) {
		if (this.handles.get(id) != file) {
			// It was taken from its program meanwhile.
			return;
		}
		Batch batch = new Batch();
		file.write(this.resumption.binding(file.inode), batch);
		batch.put(Kind.HANDLE, id, HandleNotes.ofFile(entry, file.number, handle));
		this.notebook.write(batch);
		numbered(id);
	}

	/** Writes down how far a directory was read. */
	void read(long id, HandleTable.@Nullable Entry entry) {
		if (this.notebook.isKept() && entry != null && entry.handle() instanceof DirectoryHandle directory
				&& directory.hasMoved()) {
			write(id, entry, directory);
		}
	}

	private void write(long id, HandleTable.Entry entry, DirectoryHandle directory) {
		this.notebook.put(Kind.HANDLE, id, HandleNotes.ofDirectory(entry, directory));
		numbered(id);
	}

	private synchronized void numbered(long id) {
		if (id > this.lastHandle) {
			number(id);
		}
	}

	/** Takes back what was written of a handle. */
	void closed(long id) {
		if (this.notebook != Notebook.NONE) {
			remove(id);
		}
	}

	private synchronized void remove(long id) {
		Batch batch = new Batch();
		batch.remove(Kind.HANDLE, id);
		batch.remove(Kind.APPEND, id);
		RecordedFile file = this.handles.remove(id);
		if (file != null && --file.handles == 0) {
			this.files.remove(file.content);
			file.remove(batch);
		}
		this.notebook.write(batch);
	}

	/** Does something that may change what open files are. */
	void after(Runnable work) {
		after(() -> {
			work.run();
			return this;
		});
	}

	/** Does something that may change what open files are, and has a result. */
	<T> T after(Supplier<T> work) {
		try {
			return work.get();
		}
		finally {
			settle();
		}
	}

	/** Writes down what has become of open files, and of saves in progress. */
	void settle() {
		if (this.notebook.isKept()) {
			settle(false);
		}
	}

	private synchronized void settle(boolean all) {
		Batch batch = new Batch();
		List<RecordedFile> changed = new ArrayList<>();
		for (RecordedFile file : this.files.values()) {
			if (file.write(this.resumption.binding(file.inode), batch)) {
				changed.add(file);
			}
		}
		DetourNotes saves = this.detours;
		long changes = (saves != null) ? saves.changes() : 0;
		if (saves != null && (all || changes != this.detourChanges)) {
			this.detourChanges = changes;
			NoteWriter notes = new NoteWriter();
			saves.write(notes);
			batch.put(Kind.DETOURS, 0, notes);
		}
		this.notebook.write(batch);
		// Only now: until then, the notes of what was committed tell what the files are.
		changed.forEach((file) -> file.journal.settle());
	}

	/**
	 * An open file, as far as it is written down.
	 */
	private static final class RecordedFile {

		private final long number;

		private final FileInode inode;

		private final FileHandle first;

		private final Revision content;

		private final RevisionJournal journal;

		private int handles;

		private @Nullable Binding written;

		RecordedFile(long number, FileHandle first, Revision content, Notebook notebook) {
			this.number = number;
			this.inode = first.file();
			this.first = first;
			this.content = content;
			this.journal = new RevisionJournal(notebook, number);
		}

		/** Returns whether there was something to write. */
		boolean write(Binding now, Batch batch) {
			if (now.equals(this.written)) {
				return false;
			}
			batch.put(Kind.FILE, this.number, OpenFileNotes.write(now, this.first.opener()));
			this.written = now;
			return true;
		}

		void remove(Batch batch) {
			batch.remove(Kind.FILE, this.number);
			this.journal.remove(batch);
		}

	}

}
