package io.fusemount.core.inode;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The names of files and directories that have no row: new ones before their first
 * commit, and those that stay local.
 */
public final class LocalNames {

	private final InodeTable inodes;

	private final Names names;

	private final UserLimit limit;

	final NameViews views;

	/**
	 * Creates it.
	 * @param limit the number of files and directories without a row
	 */
	public LocalNames(Names names, UserLimit limit) {
		this.names = names;
		this.inodes = names.inodes;
		this.limit = limit;
		this.views = new NameViews(names, limit);
	}

	private void requireThere(Directory directory) {
		if (directory instanceof ScratchDirectory && this.names.directory(directory).share == null) {
			throw new ErrnoException(Errno.ENOENT, "The directory has been removed in the meantime");
		}
	}

	/**
	 * Adds a file with its first handle, unless the name is taken.
	 * @param share given back when the file has a row, or is gone
	 */
	public boolean add(FileInode file, Place place, boolean write, UserLimit.Share share) {
		synchronized (this.inodes) {
			requireThere(place.directory());
			if (this.views.get(place).isLocal()) {
				return false;
			}
			file.share = share;
			file.replaced = this.views.get(place).away;
			this.views.show(file, place);
			this.inodes.count(file, write);
			return true;
		}
	}

	/**
	 * Adds a scratch file that an earlier process has left.
	 */
	public void restore(FileInode scratch, Place place) {
		synchronized (this.inodes) {
			this.views.showScratch(scratch, place);
			this.inodes.keepOpen(scratch);
		}
	}

	/**
	 * Makes a new file a scratch file with another name.
	 */
	public void moveToScratch(FileInode local, Place target) {
		synchronized (this.inodes) {
			requireThere(target.directory());
			local.state = State.SCRATCH;
			this.views.move(local, target);
		}
	}

	/**
	 * Returns the files and directories of a directory that have no row.
	 */
	public List<LocalName> in(Directory directory) {
		NodeKey key = directory.key();
		synchronized (this.inodes) {
			List<LocalName> local = new ArrayList<>();
			DirectoryInode known = this.names.find(key);
			if (known != null) {
				known.views.forEach((name, view) -> {
					Inode shown = view.shown;
					if (shown != null && view.isLocal()) {
						local.add(new LocalName(name, shown));
					}
				});
			}
			return local;
		}
	}

	/**
	 * Whether a program has written a file of the directory that has no row.
	 */
	public boolean isWriting(Directory directory, Caller program) {
		return in(directory).stream().anyMatch((local) -> {
			Caller known = (local.inode() instanceof FileInode file) ? file.changedBy() : null;
			return known != null && known.isSameProgram(program);
		});
	}

	/**
	 * Adds a scratch directory, unless the name is taken.
	 * @param share given back when it is removed
	 */
	public boolean add(ScratchDirectory directory, Place place, UserLimit.Share share) {
		synchronized (this.inodes) {
			requireThere(place.directory());
			if (!this.views.get(place).isEmpty()) {
				return false;
			}
			DirectoryInode inode = this.names.directory(directory);
			inode.share = share;
			directory.in(place.directory());
			this.views.show(inode, place);
			return true;
		}
	}

	/**
	 * Adds a scratch directory that an earlier process has left.
	 */
	public void restore(ScratchDirectory directory, Place place) {
		UserLimit.Share share = this.limit.takeAnyway();
		if (!add(directory, place, share)) {
			share.giveBack();
		}
	}

	/**
	 * Gives a scratch directory another name, unless that is taken.
	 * @param replaced the scratch directory that has the name now, or {@code null}
	 */
	public boolean move(ScratchDirectory directory, Place target, @Nullable ScratchDirectory replaced) {
		synchronized (this.inodes) {
			requireThere(target.directory());
			DirectoryInode inode = this.names.directory(directory);
			if (inode.share == null || replaced != null && !remove(replaced) || !this.views.isFree(target)) {
				return false;
			}
			this.views.unshow(inode);
			directory.in(target.directory());
			this.views.show(inode, target);
			return true;
		}
	}

	/**
	 * Removes a scratch directory, unless something is in it.
	 */
	public boolean remove(ScratchDirectory directory) {
		synchronized (this.inodes) {
			DirectoryInode inode = this.names.directory(directory);
			if (!inode.views.isEmpty() || inode.share == null) {
				return false;
			}
			this.views.unshow(inode);
			inode.share.giveBack();
			inode.share = null;
			directory.in(null);
			this.names.directories.remove(inode);
			return true;
		}
	}

}
