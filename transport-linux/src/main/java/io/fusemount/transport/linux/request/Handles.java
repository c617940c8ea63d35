package io.fusemount.transport.linux.request;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.operation.Attempt;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.linux.node.KernelNode;
import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.node.Openings;
import org.jspecify.annotations.Nullable;

/**
 * The open handles of programs.
 */
final class Handles {

	private final VirtualFileSystem fileSystem;

	private final Openings openings;

	private final Map<Long, Open> open = new ConcurrentHashMap<>();

	private volatile Notebook notebook = Notebook.NONE;

	Handles(VirtualFileSystem fileSystem, Openings openings) {
		this.fileSystem = fileSystem;
		this.openings = openings;
	}

	void opened(HandleId handle, KernelNode node, Kind kind) {
		opened(handle, node, kind, false);
	}

	/**
	 * Adds a handle.
	 * @param dropping whether its holder drops the kernel's pages of the node before
	 * using it
	 */
	void opened(HandleId handle, KernelNode node, Kind kind, boolean dropping) {
		Open added = new Open(node, kind, dropping);
		this.open.put(handle.value(), added);
		note(handle.value(), added);
	}

	/** The handle counts if the request was answered with which it was opened. */
	private void note(long number, Open handle) {
		if (this.notebook.isKept()) {
			Attempt attempt = Attempt.current();
			NoteWriter note = new NoteWriter().number((attempt != null) ? attempt.request() : 0);
			write(number, handle, note);
			this.notebook.put(Notebook.Kind.OPEN, number, note);
		}
	}

	/**
	 * Writes down all handles from now on.
	 */
	void keep(Notebook kept) {
		this.notebook = kept;
		this.open.forEach(this::note);
	}

	/**
	 * Records that a handle is used.
	 * @return its node, {@code null} if there is no such handle
	 */
	@Nullable KernelNode used(HandleId handle) {
		Open known = this.open.get(handle.value());
		if (known == null) {
			return null;
		}
		if (known.dropping) {
			known.dropping = false;
			this.openings.dropped(known.node);
		}
		return known.node;
	}

	/**
	 * Whether the handle shows content that each user sees differently.
	 */
	boolean isAlone(HandleId handle) {
		Open known = this.open.get(handle.value());
		return known != null && known.kind == Kind.ALONE;
	}

	/**
	 * Ends a handle.
	 */
	void release(HandleId handle) {
		Open known = this.open.remove(handle.value());
		if (known != null) {
			try {
				release(handle, known);
			}
			finally {
				this.notebook.remove(Notebook.Kind.OPEN, handle.value());
			}
		}
	}

	/**
	 * Takes back a handle that the kernel has not received.
	 */
	void retract(HandleId handle) {
		Open known = this.open.remove(handle.value());
		this.notebook.remove(Notebook.Kind.OPEN, handle.value());
		if (known != null && known.kind.isShared()) {
			this.openings.retracted(known.node, known.kind == Kind.WRITE);
			this.fileSystem.release(handle);
		}
		else if (known != null) {
			release(handle, known);
		}
	}

	private void release(HandleId handle, Open known) {
		if (known.kind == Kind.DIRECTORY) {
			this.fileSystem.releaseDirectory(handle);
			return;
		}
		try {
			if (known.dropping) {
				this.openings.dropped(known.node);
			}
			if (known.kind.isShared()) {
				// While the file still has what the handle has written.
				this.openings.released(known.node, known.kind == Kind.WRITE);
			}
		}
		finally {
			this.fileSystem.release(handle);
		}
	}

	/**
	 * Writes down all open handles.
	 */
	void write(NoteWriter notes) {
		Map<Long, Open> known = Map.copyOf(this.open);
		notes.number(known.size());
		known.forEach((number, handle) -> write(number, handle, notes));
	}

	private static void write(long number, Open handle, NoteWriter notes) {
		notes.number(number).number(handle.node.id()).text(handle.kind.name()).flag(handle.dropping);
	}

	/**
	 * Goes on with the handles that an earlier process has given to programs, as far as
	 * the filesystem does.
	 */
	void read(NoteReader notes, NodeTable nodes) {
		for (long count = notes.number(); count > 0; count--) {
			HandleId handle = new HandleId(notes.number());
			KernelNode node = nodes.find(notes.number());
			Kind kind = Kind.valueOf(notes.requireText());
			boolean dropping = notes.flag();
			if (node != null && (!kind.isShared() || resume(handle, node, kind == Kind.WRITE, nodes))) {
				opened(handle, node, kind, dropping);
			}
		}
	}

	/** An administrator may have taken the handle from its program. */
	private boolean resume(HandleId handle, KernelNode node, boolean write, NodeTable nodes) {
		try {
			nodes.resume(node, this.fileSystem.node(handle), write);
			return true;
		}
		catch (ErrnoException ex) {
			return false;
		}
	}

	/**
	 * Ends all open handles, for a kernel that will not release them any longer.
	 */
	void releaseAll(Door door) {
		this.open.forEach((number, known) -> {
			if (!this.open.remove(number, known)) {
				return;
			}
			Operation operation = (known.kind == Kind.DIRECTORY) ? Operation.RELEASEDIR : Operation.RELEASE;
			door.dispatch(operation, known.node, () -> {
				releaseLate(new HandleId(number), known);
				return 0;
			});
		});
	}

	/** The handle may have been released when the filesystem was closed. */
	private void releaseLate(HandleId handle, Open known) {
		try {
			release(handle, known);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.EBADF) {
				throw ex;
			}
		}
	}

	/**
	 * The kinds of handles.
	 */
	enum Kind {

		/** A directory. */
		DIRECTORY,

		/** A file open for reading. */
		READ,

		/** A file open for writing. */
		WRITE,

		/** A file whose handles show only what their user may see. */
		ALONE;

		/** Whether the kernel's node stands for what all its handles show. */
		boolean isShared() {
			return this == READ || this == WRITE;
		}

	}

	/**
	 * The state of an open handle.
	 */
	private static final class Open {

		final KernelNode node;

		final Kind kind;

		volatile boolean dropping;

		Open(KernelNode node, Kind kind, boolean dropping) {
			this.node = node;
			this.kind = kind;
			this.dropping = dropping;
		}

	}

}
