package io.fusemount.core.filesystem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.handover.Notes;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Resumption;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.save.Local;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.vfs.Handover;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what programs have open, and opens it again in the next process: drafts go
 * on with their bytes in the spool, and nothing is stored for it.
 */
final class FileSystemHandover implements Handover {

	private final HandleTable handles;

	private final FileTree tree;

	private final Resumption resumption;

	private final Local local;

	private final Spool spool;

	private final Directory service;

	private final DetourNotes detours;

	private final Ending ending;

	private final OpenFileRecorder recorder;

	private volatile @Nullable Notes inherited;

	FileSystemHandover(HandleTable handles, FileTree tree, Resumption resumption, Local local, Spool spool,
			Directory service, DetourNotes detours, Ending ending, OpenFileRecorder recorder) {
		this.handles = handles;
		this.tree = tree;
		this.resumption = resumption;
		this.local = local;
		this.spool = spool;
		this.service = service;
		this.detours = detours;
		this.ending = ending;
		this.recorder = recorder;
	}

	@Override
	public @Nullable Notes inherited() {
		return this.inherited;
	}

	@Override
	public void settle() {
		try {
			Notes.delete(this.spool.directory());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void leave(NoteWriter transport) {
		this.ending.pause();
		try {
			NoteWriter files = new NoteWriter();
			OpenFileNotes notes = notes();
			write(files, notes);
			new Notes(ProcessHandle.current().pid(), Instant.now(), notes.spoolFiles(), files.toByteArray(),
					transport.toByteArray())
				.write(this.spool.directory());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.ending.leave();
	}

	private OpenFileNotes notes() {
		return new OpenFileNotes(this.tree, this.resumption, this.local, this::directory);
	}

	/** If the database has no answer, the start fails, and is tried again. */
	private @Nullable Directory directory(NodeKey key) {
		Directory known = this.resumption.directory(key);
		if (known != null) {
			return known;
		}
		DirectorySearch search = new DirectorySearch();
		Directory found = search.find(this.tree.root(), key);
		ErrnoException failure = search.failure(key);
		if (found == null && failure != null && !failure.errno().isRefusal()) {
			throw failure;
		}
		return (found != null) ? found : search.find(this.service, key);
	}

	private void write(NoteWriter target, OpenFileNotes notes) {
		NoteWriter saves = new NoteWriter();
		this.detours.write(saves);
		target.number(this.handles.last()).number(0).bytes(saves.toByteArray());
		Map<FileInode, Long> numbers = new IdentityHashMap<>();
		this.handles.forOldest(Integer.MAX_VALUE, (id, entry) -> {
			if (entry.handle() instanceof FileHandle handle) {
				numbers.putIfAbsent(handle.file(), id);
			}
		});
		target.number(numbers.size());
		this.handles.forOldest(Integer.MAX_VALUE, (id, entry) -> {
			if (entry.handle() instanceof FileHandle handle && id.equals(numbers.get(handle.file()))) {
				notes.leave(handle.file(), handle.opener(), target.number(id));
			}
		});
		target.number(this.handles.size());
		this.handles.forOldest(Integer.MAX_VALUE, (id, entry) -> {
			NoteWriter open = (entry.handle() instanceof FileHandle handle)
					? HandleNotes.ofFile(entry, Objects.requireNonNull(numbers.get(handle.file())), handle)
					: HandleNotes.ofDirectory(entry, (DirectoryHandle) entry.handle());
			target.number(id).bytes(open.toByteArray()).flag(false);
		});
	}

	@Override
	public void keep(Notebook notebook) {
		this.recorder.keep(notebook, this.handles, this.detours);
	}

	/**
	 * Opens again what the process before had open, if it has left notes.
	 * @param connected whether programs still have it open; else it is closed for them
	 */
	void takeOver(@Nullable Notes earlier, boolean connected) {
		if (earlier == null) {
			return;
		}
		if (connected) {
			read(earlier);
			this.inherited = earlier;
			return;
		}
		// Another start must not fail for the same reason.
		settle();
		read(earlier);
		this.ending.releaseAll();
	}

	private void read(Notes earlier) {
		NoteReader source = new NoteReader(earlier.files());
		OpenFileNotes notes = notes();
		this.handles.continueAfter(source.number());
		List<RecordedCommit> commits = new ArrayList<>();
		for (long count = source.number(); count > 0; count--) {
			commits.add(RecordedCommit.read(new NoteReader(source.bytes()), notes::directory));
		}
		this.detours.read(new NoteReader(source.bytes()), notes::directory, commits);
		Map<Long, FileInode> files = new HashMap<>();
		for (long count = source.number(); count > 0; count--) {
			files.put(source.number(), notes.read(source));
		}
		for (long count = source.number(); count > 0; count--) {
			long id = source.number();
			resume(id, new NoteReader(source.bytes()), files, notes);
			if (source.flag()) {
				this.recorder.appends().resume(id, source.bytes());
			}
		}
	}

	private void resume(long id, NoteReader source, Map<Long, FileInode> files, OpenFileNotes notes) {
		long opened = source.number();
		Caller opener = source.caller();
		if (source.flag()) {
			Directory directory = notes.directory(source.key());
			NoteReader reading = new NoteReader(source.bytes());
			if (directory != null) {
				DirectoryHandle handle = Caller.as(opener, () -> DirectoryHandle.read(this.tree, directory, reading));
				this.handles.resume(id, handle, opened, opener);
			}
			return;
		}
		FileInode file = files.get(source.number());
		if (file != null) {
			boolean write = source.flag();
			resume(id, new FileHandle(file, write, source.flag(), opener), opened);
		}
	}

	private void resume(long id, FileHandle handle, long opened) {
		FileInode file = handle.file();
		this.resumption.open(file, handle.write());
		if (handle.write()) {
			Caller.as(handle.opener(), () -> {
				file.label();
				return file;
			});
		}
		this.handles.resume(id, handle, opened, handle.opener());
	}

}
