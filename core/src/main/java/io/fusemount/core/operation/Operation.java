package io.fusemount.core.operation;

import java.util.Locale;

/**
 * The operations of a filesystem, by the names that FUSE gives them.
 */
public enum Operation {

	LOOKUP, GETATTR, FGETATTR, READLINK, ACCESS, STATFS, OPENDIR, READDIR, RELEASEDIR, FSYNCDIR, CREATE, OPEN, READ,
	WRITE, LSEEK, TRUNCATE, FTRUNCATE, FALLOCATE, FLUSH, FSYNC, RELEASE, MKNOD, MKDIR, UNLINK, RMDIR, RENAME, LINK,
	SYMLINK, CHMOD, CHOWN, UTIMENS, GETXATTR, LISTXATTR, SETXATTR, REMOVEXATTR;

	private final String label = name().toLowerCase(Locale.ROOT);

	/**
	 * Whether the operation stores written bytes. If such an operation fails, for
	 * whatever reason, somebody's bytes are not stored.
	 */
	public boolean isCommit() {
		return this == FLUSH || this == FSYNC || this == RELEASE || this == TRUNCATE;
	}

	/**
	 * Returns the name used in metrics, logs and documentation.
	 */
	public String label() {
		return this.label;
	}

}
