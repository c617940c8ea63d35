package io.fusemount.core.filesystem;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.Quota;
import io.fusemount.core.node.QuotaUsage;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.vfs.FileSystemStatistics;
import org.jspecify.annotations.Nullable;

/**
 * The space for files: that of the spool, and of the quota where there is one.
 *
 * @param spool the local disk, which everything that is written goes to first
 * @param contents what can be removed from that disk
 */
record Space(Spool spool, ContentCache contents) {

	private static final int BLOCK_BYTES = 4096;

	long freeBytes() {
		return this.spool.usableBytes() + this.contents.bytes();
	}

	FileSystemStatistics ofDisk() {
		return new FileSystemStatistics(BLOCK_BYTES, this.spool.totalBytes() / BLOCK_BYTES, freeBytes() / BLOCK_BYTES,
				0, 0, Name.MAX_BYTES);
	}

	/** Returns the space of a directory, or of that of a file. May block. */
	FileSystemStatistics of(Node node) {
		FileSystemStatistics disk = ofDisk();
		Quota quota = quota(node);
		if (quota == null) {
			return disk;
		}
		QuotaUsage usage = quota.usage();
		boolean limited = usage.maxBytes() != QuotaUsage.UNLIMITED;
		boolean counted = usage.maxFiles() != QuotaUsage.UNLIMITED;
		return new FileSystemStatistics(BLOCK_BYTES, limited ? usage.maxBytes() / BLOCK_BYTES : disk.blocks(),
				limited ? usage.leftBytes() / BLOCK_BYTES : disk.freeBlocks(), counted ? usage.maxFiles() : 0,
				counted ? usage.leftFiles() : 0, disk.maxNameBytes());
	}

	private static @Nullable Quota quota(Node node) {
		if (node instanceof FileInode file) {
			Place place = file.place();
			return (place != null) ? place.directory().quota(file.version()) : null;
		}
		return (node instanceof Directory directory) ? directory.quota(null) : null;
	}

}
