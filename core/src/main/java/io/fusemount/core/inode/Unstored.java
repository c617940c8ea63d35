package io.fusemount.core.inode;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.Quota;
import io.fusemount.core.node.QuotaUsage;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * What an open file takes more than what is stored.
 *
 * @param file the file
 */
record Unstored(FileInode file) implements Quota.Growth {

	/** Requires that the file may have a size. A scratch file can have any. */
	static void requireRoom(FileInode file, long size) {
		Place at = file.place();
		if (at != null && !file.isScratch()) {
			at.directory().requireRoomFor(size);
			Quota quota = at.directory().quota(file.version());
			if (quota != null) {
				quota.require(new Unstored(file), size);
			}
		}
	}

	private @Nullable RegularFile stored() {
		FileInode replaced = this.file.replaced;
		return (replaced != null) ? replaced.version() : this.file.version();
	}

	@Override
	public boolean isOver() {
		return !this.file.isDirty();
	}

	@Override
	public long size() {
		return this.file.size();
	}

	@Override
	public long bytes(long size) {
		RegularFile before = stored();
		return Math.max(0, size - ((before != null) ? before.attributes().size() : 0));
	}

	@Override
	public int files() {
		return (stored() != null) ? 0 : 1;
	}

}
