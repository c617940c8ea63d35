package io.fusemount.core.vfs;

import java.time.Instant;

/**
 * The answer to {@code stat}.
 *
 * @param inode the inode number, stable across restarts
 * @param kind the kind of node
 * @param permissions the twelve mode bits
 * @param links the number of links, 0 for a file that is deleted but open
 * @param uid the owner
 * @param gid the group
 * @param size the length in bytes
 * @param allocated the length in bytes without holes
 * @param created the birth time
 * @param modified the time of the last change
 */
public record FileStatus(long inode, Kind kind, int permissions, int links, int uid, int gid, long size, long allocated,
		Instant created, Instant modified) {

	/**
	 * Creates the status of a node without holes.
	 */
	public FileStatus(long inode, Kind kind, int permissions, int links, int uid, int gid, long size, Instant created,
			Instant modified) {
		this(inode, kind, permissions, links, uid, gid, size, size, created, modified);
	}

	/**
	 * The kind of node.
	 */
	public enum Kind {

		/** A directory. */
		DIRECTORY,

		/** A regular file. */
		REGULAR_FILE,

		/** A symbolic link. */
		SYMBOLIC_LINK

	}

}
