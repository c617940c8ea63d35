package io.fusemount.core.save;

import java.util.concurrent.locks.Lock;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.LocalNames;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.reading.Neighbours;
import io.fusemount.core.revision.Revision;

/**
 * Opens files. A handle joins those of the same inode.
 */
public final class Openings {

	private final InodeTable inodes;

	private final LocalNames locals;

	private final Bindings bindings;

	private final Local local;

	private final Neighbours neighbours;

	private final UserLimit limit;

	/**
	 * Creates it.
	 * @param limit the number of files without a row
	 */
	public Openings(InodeTable inodes, LocalNames locals, Bindings bindings, Local local, Neighbours neighbours,
			UserLimit limit) {
		this.inodes = inodes;
		this.locals = locals;
		this.bindings = bindings;
		this.local = local;
		this.neighbours = neighbours;
		this.limit = limit;
	}

	/**
	 * Opens a file once more. While its content is being replaced, this waits.
	 * @param found the file as it was found
	 * @param measured whether the length of its content is needed
	 */
	public FileInode open(RegularFile found, boolean write, boolean measured) {
		FileInode file = this.inodes.current(found);
		while (!this.inodes.join(file, write)) {
			Lock commit = file.awaitExclusive();
			try {
				FileInode now = this.inodes.current(file);
				if (now == file) {
					attach(file, write, measured);
				}
				file = now;
			}
			finally {
				commit.unlock();
			}
		}
		return file;
	}

	/**
	 * Gives a file the state that handles share, if it has none. The caller keeps its
	 * commits away, and lets it {@linkplain #settle settle} later.
	 */
	void attach(FileInode file, boolean write, boolean measured) {
		RegularFile version = file.version();
		if (file.open() != null) {
			return;
		}
		if (version == null) {
			throw new ErrnoException(Errno.ESTALE, "The file is gone");
		}
		if (measured) {
			version = write ? version.measured() : this.neighbours.measured(version);
		}
		this.inodes.opened(file, version, this.local.open(version));
	}

	/**
	 * Keeps the content of a stored file, also if nothing has it open any more, until it
	 * is {@linkplain #release released}. The caller keeps its commits away.
	 */
	void hold(FileInode file, NodeKey identity) {
		this.inodes.hold(file, identity);
		attach(file, false, true);
	}

	/** Takes that back. */
	void release(FileInode file) {
		this.inodes.hold(file, null);
	}

	/**
	 * Gives up the state that handles share if there are none and the file is not local.
	 * The caller keeps its commits away.
	 */
	public void settle(FileInode file) {
		Revision open = file.open();
		if (open != null && file.isGone()) {
			open.unlabel();
		}
		Revision content = this.inodes.abandon(file);
		if (content != null) {
			content.discard(!file.isGone());
		}
		else if (open != null && file.isScratch() && !this.inodes.isOpen(file)) {
			open.park();
		}
	}

	/**
	 * Opens a file that its first commit will create, or that stays local.
	 * @param ownership what it begins with
	 * @throws ErrnoException {@code EEXIST} if the name is taken, {@code EDQUOT} or
	 * {@code ENOSPC} if there are as many as there may be
	 */
	public FileInode create(Place place, boolean write, boolean scratch, Ownership ownership) {
		UserLimit.Share share = this.limit.take();
		boolean added = false;
		FileInode file = null;
		try {
			file = this.local.create(place, scratch, ownership);
			added = this.locals.add(file, place, write, share);
			if (added) {
				return file;
			}
			throw new ErrnoException(Errno.EEXIST, "'" + place.name() + "' is being created");
		}
		finally {
			if (!added && file != null) {
				file.requireContent().discard(false);
			}
			if (!added) {
				share.giveBack();
			}
		}
	}

	/**
	 * Takes a local file out of its directory; handles keep it.
	 */
	public void drop(FileInode local) {
		Lock commit = local.exclusive();
		try {
			this.bindings.gone(local, null);
			settle(local);
		}
		finally {
			commit.unlock();
		}
	}

}
