package io.fusemount.core.filesystem;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.handover.Notebook.Kind;
import io.fusemount.core.operation.Attempt;

/**
 * Where the last append of each handle has begun, so that one that is asked for again
 * after a crash does not write its bytes twice. The kernel lets the appends to one file
 * come one after the other.
 */
final class Appends {

	private final Map<Long, byte[]> inherited = new ConcurrentHashMap<>();

	private volatile Notebook notebook = Notebook.NONE;

	/** Goes on with the last append of a handle. */
	void resume(long handle, byte[] note) {
		this.inherited.put(handle, note);
	}

	/** Writes from now on. */
	void keep(Notebook target) {
		this.notebook = target;
		this.inherited.forEach((handle, note) -> {
			NoteReader before = new NoteReader(note);
			write(handle, before.number(), before.number());
		});
	}

	/**
	 * Returns where an append writes, and writes that down. No other one comes meanwhile.
	 * @param end the end of the file
	 */
	long start(long handle, long end) {
		Attempt attempt = Attempt.current();
		if (attempt == null) {
			return end;
		}
		long start = attempt.repeated() ? startBefore(handle, attempt.request(), end) : end;
		write(handle, attempt.request(), start);
		return start;
	}

	private long startBefore(long handle, long request, long end) {
		byte[] note = this.inherited.remove(handle);
		NoteReader before = (note != null) ? new NoteReader(note) : null;
		return (before != null && before.number() == request) ? before.number() : end;
	}

	private void write(long handle, long request, long start) {
		if (this.notebook.isKept()) {
			this.notebook.put(Kind.APPEND, handle, new NoteWriter().number(request).number(start));
		}
	}

}
