package io.fusemount.core.save;

import java.nio.file.Path;
import java.util.concurrent.locks.Lock;

import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.Remains;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.revision.Unsaved;
import org.jspecify.annotations.Nullable;

/**
 * Ends handles. After the last one, no local state is left but that of scratch files:
 * changes have been stored, or are kept among what is unsaved.
 */
public final class Releases {

	private final InodeTable inodes;

	private final Bindings bindings;

	private final Commits commits;

	private final Changes changes;

	private final FailureReports reports;

	public Releases(InodeTable inodes, Bindings bindings, Commits commits, Changes changes, FailureReports reports) {
		this.inodes = inodes;
		this.bindings = bindings;
		this.commits = commits;
		this.changes = changes;
		this.reports = reports;
	}

	/**
	 * Ends a handle, after its changes have been stored or given up.
	 */
	public void release(FileInode file, boolean write) {
		if (this.inodes.leaveUnlessLast(file, write)) {
			return;
		}
		RuntimeException failure = null;
		// Until it is stored, it is found as open.
		while (leave(file, write, failure).remains() == Remains.CHANGES) {
			failure = this.commits.tryStore(file);
		}
	}

	/**
	 * Ends a handle without storing anything: changes that no other handle has are kept.
	 */
	public GivenUp giveUp(FileInode file, boolean write, RuntimeException reason) {
		Left left = giveUpHeld(file, write, reason);
		return new GivenUp(left.remains() == Remains.OPEN, left.kept());
	}

	/** A commit that hangs holds the lock, and may end well all the same. */
	private Left giveUpHeld(FileInode file, boolean write, RuntimeException reason) {
		Left left = leaveHeld(file, write, reason);
		if (left.remains() == Remains.NOTHING) {
			this.bindings.giveUp(file);
		}
		return left;
	}

	private Left leave(FileInode file, boolean write, @Nullable RuntimeException failure) {
		Lock commit;
		try {
			commit = file.awaitExclusive();
		}
		catch (ErrnoException ex) {
			return giveUpHeld(file, write, (failure != null) ? failure : ex);
		}
		try {
			return leaveHeld(file, write, failure);
		}
		finally {
			commit.unlock();
		}
	}

	private Left leaveHeld(FileInode file, boolean write, @Nullable RuntimeException failure) {
		Revision content = file.requireContent();
		Place local = file.isLocal() ? file.place() : null;
		boolean dirty = file.isDirty();
		boolean told = file.attempts().isTold();
		Remains remains = this.bindings.leave(file, write, failure != null);
		if (remains == Remains.LOCAL) {
			content.park();
		}
		Path kept = (remains == Remains.NOTHING) ? close(file, content, dirty ? failure : null, told, local) : null;
		return new Left(remains, kept);
	}

	private @Nullable Path close(FileInode file, Revision content, @Nullable RuntimeException failure, boolean told,
			@Nullable Place local) {
		try {
			// It is for whoever has written it, not for whoever closes it last.
			return (failure != null)
					? Caller.orElse(content.changedBy(), () -> keep(file, content, failure, told, local)) : null;
		}
		finally {
			content.discard(file.isStored());
		}
	}

	private @Nullable Path keep(FileInode file, Revision content, RuntimeException failure, boolean told,
			@Nullable Place local) {
		Unsaved unsaved = content.keep(name(file), failure, told);
		if (local != null) {
			this.changes.touched(local.directory());
		}
		this.reports.unsaved(file, unsaved);
		return unsaved.place();
	}

	/** Returns a name by which people know the file. */
	private static String name(FileInode file) {
		Place at = file.place();
		return (at != null) ? at.name().value() : file.key().space() + "-" + file.key().id();
	}

	private record Left(Remains remains, @Nullable Path kept) {
	}

	/**
	 * What is left of a file whose handle ended without anything being stored.
	 *
	 * @param othersOpen whether other handles have it open
	 * @param kept where its changes are kept, {@code null} if there are none or they stay
	 * with the other handles
	 */
	public record GivenUp(boolean othersOpen, @Nullable Path kept) {
	}

}
