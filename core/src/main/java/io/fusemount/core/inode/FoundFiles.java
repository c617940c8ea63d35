package io.fusemount.core.inode;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * The files that were found in directories lately, for those that are read together.
 */
public final class FoundFiles {

	private final InodeTable inodes;

	private final Names names;

	public FoundFiles(Names names) {
		this.inodes = names.inodes;
		this.names = names;
	}

	/**
	 * Returns what was found under a name last, whether it still counts or not.
	 */
	public @Nullable Inode last(Place place) {
		synchronized (this.inodes) {
			DirectoryInode directory = this.names.directories.get(place.directoryKey());
			Found found = (directory != null) ? directory.found.get(place.name()) : null;
			return (found != null) ? found.inode : null;
		}
	}

	/**
	 * Returns the files that were found in a directory, the longest known first: in the
	 * order of its listing, if it was listed.
	 */
	public List<FileInode> filesIn(Directory directory) {
		NodeKey key = directory.key();
		synchronized (this.inodes) {
			DirectoryInode known = this.names.directories.get(key);
			List<FileInode> files = new ArrayList<>();
			if (known != null) {
				known.found.values().forEach((found) -> {
					if (found.inode instanceof FileInode file && file.detour == null) {
						files.add(file);
					}
				});
			}
			return files;
		}
	}

	/**
	 * Records that the source has a file under the name by which it was found, as
	 * {@link Names#note} does.
	 * @param known the snapshot that was found
	 * @param better what is known now
	 */
	public void confirm(long ticket, RegularFile known, RegularFile better, Lease lease) {
		synchronized (this.inodes) {
			FileInode inode = this.inodes.find(known.key());
			Place place = (inode != null && inode.version == known && this.names.directories.found(inode) != null)
					? inode.storedAt() : null;
			if (place != null && place.directory().audiences() == null) {
				this.names.note(new Ticket(ticket, null), place, better, lease);
			}
		}
	}

	/**
	 * Replaces a snapshot of the same version that knew less.
	 */
	public void better(RegularFile known, RegularFile better) {
		synchronized (this.inodes) {
			FileInode inode = this.inodes.find(known.key());
			if (inode != null && inode.version == known) {
				inode.version = better;
			}
		}
	}

}
