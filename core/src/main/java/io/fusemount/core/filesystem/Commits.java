package io.fusemount.core.filesystem;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.handle.FileHandle;
import io.fusemount.core.inode.Changes;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.Tables;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.revision.Unsaved;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.vfs.OpenDescriptors;
import org.jspecify.annotations.Nullable;

/**
 * The commits of open files and other changes, with what is told and noted of those that
 * fail.
 */
public final class Commits {

	private final FileTree tree;

	private final OpenFiles openFiles;

	private final Failures failures;

	private final OperationListener listener;

	private final InodeTable inodes;

	private final Changes changes;

	Commits(FileTree tree, Tables tables, OpenFiles openFiles, Failures failures, OperationListener listener) {
		this.tree = tree;
		this.openFiles = openFiles;
		this.failures = failures;
		this.listener = listener;
		this.inodes = tables.inodes();
		this.changes = tables.changes();
	}

	/** A descriptor has been closed, and there may be others of the same handle. */
	void flush(FileHandle handle, OpenDescriptors descriptors) {
		// A reader that closes has no part in what a writer is still at.
		if (handle.write() && !isYetToBeWritten(handle, descriptors)) {
			commit(handle.file());
		}
	}

	/**
	 * Changes a file that is open. What does not fit is noted until something is stored.
	 */
	<T> T change(OpenFile file, Supplier<T> work) {
		try {
			return work.get();
		}
		catch (ErrnoException ex) {
			if (ex.errno() == Errno.EFBIG) {
				note(file, ex, null);
			}
			throw ex;
		}
	}

	void truncate(OpenFile file, long size) {
		change(file, () -> {
			file.truncate(size);
			return file;
		});
	}

	/**
	 * Whether the file is empty because its writer has only begun: who closes the
	 * descriptor, or who has opened it, can still write by another one.
	 */
	private boolean isYetToBeWritten(FileHandle handle, OpenDescriptors descriptors) {
		OpenFile file = handle.file();
		if (file.size() > 0 || !file.isDirty() || !file.isContentChanged()) {
			return false;
		}
		return Stream.of(Optional.ofNullable(Caller.current()), Optional.ofNullable(handle.opener()))
			.flatMap(Optional::stream)
			.map(Caller::pid)
			.distinct()
			.anyMatch((thread) -> canWrite(thread, file, descriptors));
	}

	/** The kernel may know the file by the number that it had before its first commit. */
	private boolean canWrite(int thread, OpenFile file, OpenDescriptors descriptors) {
		NodeKey before = this.inodes.seenAs(file.identity());
		return descriptors.canWrite(thread, file.identity().inode())
				|| (before != null && descriptors.canWrite(thread, before.inode()));
	}

	void commit(OpenFile file) {
		try {
			this.openFiles.commit(file);
		}
		catch (RuntimeException ex) {
			note(file, ex, null);
			throw ex;
		}
		RegularFile committed = file.committed();
		if (committed != null && !committed.key().equals(file.identity())) {
			this.changes.seenAs(committed.key(), file.identity());
		}
	}

	/**
	 * Commits all, asked by no program, the smallest first, since the time for it may
	 * end; the first failure comes after the last attempt.
	 */
	void commitAll() {
		RuntimeException failure = null;
		for (OpenFile file : smallestFirst()) {
			try {
				commit(file);
			}
			catch (RuntimeException ex) {
				file.failedUnheard();
				failure = (failure != null) ? failure : ex;
			}
			catch (LinkageError ex) {
				// The jar is another one than at the start; the next may need less of it.
				failure = (failure != null) ? failure : new IllegalStateException(ex);
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	/** Sizes change meanwhile. */
	private List<OpenFile> smallestFirst() {
		return this.inodes.all()
			.stream()
			.map((file) -> Map.entry(file.size(), file))
			.sorted(Map.Entry.comparingByKey())
			.map(Map.Entry::getValue)
			.toList();
	}

	void sync(OpenFile file) {
		if (file.isScratch()) {
			file.force();
		}
		else {
			commit(file);
		}
	}

	/**
	 * What could not be stored when it was released is told, and kept if there is
	 * something.
	 */
	void unsaved(OpenFile file, Unsaved unsaved) {
		String place = (unsaved.place() != null) ? unsaved.place().toString() : null;
		Throwable failure = (unsaved.missing() > 0) ? incomplete(unsaved) : unsaved.failure();
		note(file, failure, place);
		String path = path(file);
		if (place != null) {
			this.listener.contentUnsaved(path, place, failure);
		}
		else if (!unsaved.told()) {
			this.listener.operationFailed(Operation.RELEASE, path, this.failures.translate(failure), 0);
		}
	}

	private ErrnoException incomplete(Unsaved unsaved) {
		ErrnoException failure = this.failures.translate(unsaved.failure());
		return new ErrnoException(failure.errno(), failure.getMessage() + "; of the old content " + unsaved.missing()
				+ " bytes could not be had any more and are zeros in what is kept", failure.hint(), failure);
	}

	private void note(OpenFile file, Throwable failure, @Nullable String place) {
		RegularFile committed = file.committed();
		Place known = file.place();
		this.failures.note((committed != null) ? committed.key() : file.identity(), failure, place);
		boolean gone = committed == null || this.failures.translate(failure).errno() == Errno.ESTALE;
		if (gone && known != null) {
			// What is not there, or perhaps not any more, has no attributes.
			this.failures.note(known.directory().key(), known.name(), failure, place);
		}
	}

	/** Somebody else has changed a file. */
	void conflict(@Nullable Place place, @Nullable Place keptAs) {
		if (place != null) {
			Node outdated = this.tree.peek(place);
			if (outdated != null) {
				this.changes.invalidated(outdated.key());
			}
		}
		this.listener.contentConflicted((place != null) ? this.tree.path(place) : "a file",
				(keptAs != null) ? this.tree.path(keptAs) : null);
	}

	/** Does something at a place; if it fails, that is noted for what is there. */
	void watch(Place at, Runnable work) {
		watchCreation(at, () -> {
			work.run();
			return at;
		});
	}

	/** Creates something at a place; if it fails, that is noted. */
	<T> T watchCreation(Place at, Supplier<T> work) {
		try {
			return work.get();
		}
		catch (RuntimeException ex) {
			if (!this.failures.translate(ex).isExpected()) {
				note(at, ex);
			}
			throw ex;
		}
	}

	private void note(Place at, RuntimeException failure) {
		Node node = this.tree.peek(at);
		if (node != null) {
			this.failures.note(node.key(), failure, null);
		}
		else {
			this.failures.note(at.directory().key(), at.name(), failure, null);
		}
	}

	/** Returns where a file is, for people, or the key of its row. */
	String path(OpenFile file) {
		RegularFile committed = file.committed();
		Place known = (file.place() != null || committed == null) ? file.place() : this.tree.place(committed);
		return (known != null) ? this.tree.path(known) : file.identity().space() + "-" + file.identity().id();
	}

}
