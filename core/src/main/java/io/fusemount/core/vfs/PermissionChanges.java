package io.fusemount.core.vfs;

/**
 * What becomes of {@code chmod} and {@code chown}, which rows have no place for.
 */
public enum PermissionChanges {

	/**
	 * They are accepted and change nothing, so that {@code cp -p}, {@code rsync -a} and
	 * {@code tar x} end well.
	 */
	IGNORE,

	/**
	 * They are accepted if they would change nothing, and end with {@code EPERM}
	 * otherwise.
	 */
	REFUSE

}
