package io.fusemount.transport.linux.request;

import java.util.List;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.Notes;
import io.fusemount.transport.linux.crash.Remains;

/**
 * What the process before this one knew of the kernel.
 *
 * @param notes its notes
 * @param crashed whether the process has crashed, so that the kernel may know more
 * @param requests the requests that the process has taken and not answered
 */
public record Predecessor(NoteReader notes, boolean crashed, List<byte[]> requests) {

	/**
	 * Returns what a process knew that has left its mount.
	 */
	public static Predecessor of(Notes notes) {
		return new Predecessor(new NoteReader(notes.transport()), false, List.of());
	}

	/**
	 * Returns what a process knew that has crashed.
	 */
	public static Predecessor of(Remains remains) {
		return new Predecessor(remains.notes(), true, remains.requests());
	}

}
