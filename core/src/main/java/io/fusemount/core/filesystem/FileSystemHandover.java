package io.fusemount.core.filesystem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
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

	private volatile @Nullable Notes inherited;

	FileSystemHandover(HandleTable handles, FileTree tree, Resumption resumption, Local local, Spool spool,
			Directory service, DetourNotes detours, Ending ending) {
		this.handles = handles;
		this.tree = tree;
		this.resumption = resumption;
		this.local = local;
		this.spool = spool;
		this.service = service;
		this.detours = detours;
		this.ending = ending;
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
		target.number(this.handles.last());
		this.detours.write(target);
		Map<FileInode, Integer> numbers = new IdentityHashMap<>();
		NoteWriter files = new NoteWriter();
		NoteWriter open = new NoteWriter();
		this.handles.forOldest(Integer.MAX_VALUE, (id, entry) -> {
			open.number(id).number(entry.opened()).caller(entry.opener());
			if (entry.handle() instanceof DirectoryHandle directory) {
				NoteWriter reading = new NoteWriter();
				directory.write(reading);
				open.flag(true).key(directory.directory().key()).bytes(reading.toByteArray());
				return;
			}
			FileHandle handle = (FileHandle) entry.handle();
			Integer known = numbers.get(handle.file());
			if (known == null) {
				known = numbers.size();
				numbers.put(handle.file(), known);
				notes.write(handle.file(), handle.opener(), files);
			}
			open.flag(false).number(known).flag(handle.write()).flag(handle.append());
		});
		target.number(numbers.size()).bytes(files.toByteArray());
		target.number(this.handles.size()).bytes(open.toByteArray());
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
		this.detours.read(source, notes::directory);
		List<FileInode> files = new ArrayList<>();
		long count = source.number();
		NoteReader file = new NoteReader(source.bytes());
		while (files.size() < count) {
			files.add(notes.read(file));
		}
		long handleCount = source.number();
		NoteReader handle = new NoteReader(source.bytes());
		for (; handleCount > 0; handleCount--) {
			resume(handle, files, notes);
		}
	}

	private void resume(NoteReader source, List<FileInode> files, OpenFileNotes notes) {
		long id = source.number();
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
		FileInode file = files.get((int) source.number());
		boolean write = source.flag();
		FileHandle handle = new FileHandle(file, write, source.flag(), opener);
		this.resumption.open(file, write);
		if (write) {
			Caller.as(opener, () -> {
				file.label();
				return file;
			});
		}
		this.handles.resume(id, handle, opened, opener);
	}

}
