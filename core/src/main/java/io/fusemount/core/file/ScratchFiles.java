package io.fusemount.core.file;

import java.util.Objects;

import io.fusemount.core.inode.NewFiles;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.OpenFileNode;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.spool.Leftover;
import org.jspecify.annotations.Nullable;

/**
 * The ways in which files become scratch files, and cease to be.
 */
public final class ScratchFiles {

	private final OpenFiles openFiles;

	private final InodeTable inodes;

	private final NewFiles newFiles;

	ScratchFiles(OpenFiles openFiles, InodeTable inodes, NewFiles newFiles) {
		this.openFiles = openFiles;
		this.inodes = inodes;
		this.newFiles = newFiles;
	}

	/**
	 * Takes up a scratch file that an earlier process has left.
	 */
	public void restore(Directory directory, Leftover leftover) {
		Place place = new Place(directory, leftover.label().name());
		this.openFiles.release(this.inodes.add(this.newFiles.restored(place, leftover)), false);
	}

	/**
	 * Makes a scratch file with the content of a stored one and holds it.
	 */
	OpenFile copy(RegularFile file, Place place) {
		return this.inodes.add(this.newFiles.copied(place, file));
	}

	/**
	 * Gives a file that was never committed a scratch name.
	 * @return {@code null}, or the stored file if it has been committed meanwhile
	 */
	public @Nullable RegularFile move(OpenFileNode local, Place target) {
		OpenFile file = Objects.requireNonNull(this.inodes.hold(local));
		try {
			Place source = file.uncommittedPlace();
			if (!file.moveToScratch(target)) {
				return file.committed();
			}
			this.inodes.move(file, source, target);
			return null;
		}
		finally {
			this.openFiles.release(file, false);
		}
	}

	/**
	 * Lets an open file go on as a scratch file, because another one has taken its row.
	 */
	void convert(OpenFile file, Place place, RegularFile stored) {
		NodeKey opened = file.identity();
		file.becomeScratch(place, this.newFiles.identity());
		this.inodes.becameScratch(file, opened, stored);
	}

	/**
	 * Takes a local file out of its directory; handles keep it.
	 */
	public void drop(OpenFileNode local) {
		OpenFile file = local.openFile();
		if (!this.inodes.tryHold(file)) {
			return;
		}
		try {
			this.openFiles.detach(file);
		}
		finally {
			this.openFiles.release(file, false);
		}
	}

}
