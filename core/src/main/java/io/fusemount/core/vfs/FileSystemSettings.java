package io.fusemount.core.vfs;

import java.time.Duration;

import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.operation.ConflictPolicy;

/**
 * The settings of a filesystem, apart from its directories.
 *
 * @param uid the owner of every node
 * @param gid the group of every node
 * @param umask the mode bits that are cleared on every node
 * @param readOnly whether every change is refused with {@code EROFS}
 * @param permissionChanges the handling of {@code chmod} and {@code chown}
 * @param conflicts the handling of a commit whose row has changed
 * @param timeToLive how long a lookup stays valid if no change is reported
 * @param cacheMaxEntries the maximum number of cached names
 * @param scratch which files stay local
 * @param contentCache the content that is kept on the local disk
 * @param limits how much programs may have open
 */
public record FileSystemSettings(int uid, int gid, int umask, boolean readOnly, PermissionChanges permissionChanges,
		ConflictPolicy conflicts, TimeToLive timeToLive, int cacheMaxEntries, ScratchSettings scratch,
		ContentCacheSettings contentCache, OpenLimits limits) {

	/**
	 * Creates settings with which the commit of a changed row fails, and with the default
	 * content cache and limits.
	 */
	public FileSystemSettings(int uid, int gid, int umask, boolean readOnly, PermissionChanges permissionChanges,
			Duration timeToLive, int cacheMaxEntries, ScratchSettings scratch) {
		this(uid, gid, umask, readOnly, permissionChanges, ConflictPolicy.FAIL, new TimeToLive(timeToLive),
				cacheMaxEntries, scratch, ContentCacheSettings.defaults(), OpenLimits.defaults());
	}

}
