package io.fusemount.core.vfs;

/**
 * The handling of {@code chmod} and {@code chown} where rows have no place for them.
 */
public enum PermissionChanges {

	/**
	 * Accepts them without effect, so that {@code cp -p}, {@code rsync -a} and
	 * {@code tar x} succeed.
	 */
	IGNORE,

	/**
	 * Accepts them if they change nothing; otherwise they fail with {@code EPERM}.
	 */
	REFUSE

}
