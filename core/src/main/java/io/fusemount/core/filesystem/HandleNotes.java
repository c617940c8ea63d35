package io.fusemount.core.filesystem;

import java.util.Set;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;

/**
 * Handles, as they go from one process to the next.
 */
final class HandleNotes {

	private HandleNotes() {
	}

	/** Writes down that a directory is open, and how far it has been read. */
	static NoteWriter ofDirectory(HandleTable.Entry entry, DirectoryHandle directory) {
		NoteWriter reading = new NoteWriter();
		directory.write(reading);
		return of(entry).flag(true).key(directory.directory().key()).bytes(reading.toByteArray());
	}

	/**
	 * Writes down that a file is open.
	 * @param file its number among the files that are written down
	 */
	static NoteWriter ofFile(HandleTable.Entry entry, long file, FileHandle handle) {
		return of(entry).flag(false).number(file).flag(handle.write()).flag(handle.append());
	}

	/** Returns the numbers of the files of a handle, of which there is one or none. */
	static Set<Long> files(NoteReader handle) {
		handle.number();
		handle.caller();
		return handle.flag() ? Set.of() : Set.of(handle.number());
	}

	private static NoteWriter of(HandleTable.Entry entry) {
		return new NoteWriter().number(entry.opened()).caller(entry.opener());
	}

}
