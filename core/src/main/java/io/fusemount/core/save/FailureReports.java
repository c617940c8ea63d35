package io.fusemount.core.save;

import java.util.function.Supplier;

import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.revision.Unsaved;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * Tells people what failed, and where they find what could not be stored.
 */
public final class FailureReports {

	private final FileTree tree;

	private final Changes changes;

	private final Failures failures;

	private final OperationListener listener;

	public FailureReports(FileTree tree, Changes changes, Failures failures, OperationListener listener) {
		this.tree = tree;
		this.changes = changes;
		this.failures = failures;
		this.listener = listener;
	}

	/**
	 * Changes a file that is open. What does not fit is noted until something is stored.
	 */
	public <T> T change(FileInode file, Supplier<T> work) {
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

	/**
	 * Does something at a place; a failure is noted for what is there.
	 */
	public <T> T watch(Place at, Supplier<T> work) {
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

	/**
	 * Does something at a place that has no result; a failure is noted for what is there.
	 */
	public void watch(Place at, Runnable work) {
		watch(at, () -> {
			work.run();
			return at;
		});
	}

	private void note(Place at, RuntimeException failure) {
		Node node = this.tree.peek(at);
		if (node != null) {
			this.failures.note(node.key(), failure, null);
		}
		else {
			this.failures.note(at.directoryKey(), at.name(), failure, null);
		}
	}

	void note(FileInode file, Throwable failure, @Nullable String kept) {
		Place known = file.place();
		this.failures.note(file.key(), failure, kept);
		boolean gone = file.version() == null || this.failures.translate(failure).errno() == Errno.ESTALE;
		if (gone && known != null) {
			// What does not exist, or perhaps not any more, has no attributes.
			this.failures.note(known.directoryKey(), known.name(), failure, kept);
		}
	}

	/**
	 * Reports what could not be stored at the last close, and is kept if it is anything.
	 */
	void unsaved(FileInode file, Unsaved unsaved) {
		String kept = (unsaved.place() != null) ? unsaved.place().toString() : null;
		Throwable failure = (unsaved.missing() > 0) ? incomplete(unsaved) : unsaved.failure();
		note(file, failure, kept);
		String path = path(file);
		if (kept != null) {
			this.listener.contentUnsaved(path, kept, failure);
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

	/** Others have changed a file. */
	void conflict(@Nullable Place place, @Nullable Place keptAs) {
		Node outdated = (place != null) ? this.tree.peek(place) : null;
		if (outdated != null) {
			this.changes.invalidated(NodeChange.of(outdated.key()));
		}
		this.listener.contentConflicted((place != null) ? this.tree.path(place) : "a file",
				(keptAs != null) ? this.tree.path(keptAs) : null);
	}

	/**
	 * Returns where a file is, for people, or the key of its row.
	 */
	public String path(FileInode file) {
		Place known = file.place();
		NodeKey key = file.key();
		return (known != null) ? this.tree.path(known) : key.space() + "-" + key.id();
	}

}
