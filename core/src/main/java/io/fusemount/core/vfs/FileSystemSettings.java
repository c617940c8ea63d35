package io.fusemount.core.vfs;

import java.time.Duration;

import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.operation.ConflictPolicy;

/**
 * What a filesystem is told apart from its directories.
 *
 * @param uid the owner of every node
 * @param gid the group of every node
 * @param umask the mode bits that no node has
 * @param readOnly whether every change is refused with {@code EROFS}
 * @param permissionChanges what becomes of {@code chmod} and {@code chown}
 * @param conflicts what becomes of a commit whose row has moved on
 * @param timeToLive how long a lookup may be taken for true if no change is reported
 * @param cacheMaxEntries how many names are remembered
 * @param scratch which files stay local
 * @param contentCache what is kept of content on the local disk
 * @param limits how much programs may have open
 */
public record FileSystemSettings(int uid, int gid, int umask, boolean readOnly, PermissionChanges permissionChanges,
		ConflictPolicy conflicts, TimeToLive timeToLive, int cacheMaxEntries, ScratchSettings scratch,
		ContentCacheSettings contentCache, OpenLimits limits) {

	/**
	 * Creates settings with which a commit whose row has moved on fails, of content the
	 * usual amount is kept, and as much may be open as usual.
	 */
	public FileSystemSettings(int uid, int gid, int umask, boolean readOnly, PermissionChanges permissionChanges,
			Duration timeToLive, int cacheMaxEntries, ScratchSettings scratch) {
		this(uid, gid, umask, readOnly, permissionChanges, ConflictPolicy.FAIL, new TimeToLive(timeToLive),
				cacheMaxEntries, scratch, ContentCacheSettings.defaults(), OpenLimits.defaults());
	}

}
