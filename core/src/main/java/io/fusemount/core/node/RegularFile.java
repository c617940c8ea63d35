package io.fusemount.core.node;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * A file with content. The snapshot belongs to one version of the content.
 */
public non-sealed interface RegularFile extends Node {

	/**
	 * Returns the content of this version; opens nothing and does not block. Reading it
	 * fails with {@code ESTALE} once the version is no longer the current one and can not
	 * be had any more: two versions are never mixed.
	 */
	Content content();

	/**
	 * Whether both snapshots show the same version of the same file.
	 */
	boolean isSameVersion(RegularFile other);

	/**
	 * Applies the changes to this version in one transaction.
	 * <p>
	 * The default refuses with {@code EROFS}.
	 * @return the file as it is after the change
	 * @throws ErrnoException {@code ESTALE} if the file has moved on since this snapshot
	 * was taken (nothing is changed then), {@code EINVAL} if the application refuses the
	 * value, {@code EFBIG} if the content does not fit
	 */
	default RegularFile update(FileChanges changes) {
		throw new ErrnoException(Errno.EROFS, "The file can not be changed");
	}

}
