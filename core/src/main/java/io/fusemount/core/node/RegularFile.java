package io.fusemount.core.node;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

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
	 * Returns this version with the true length of its content among its attributes: what
	 * is noted beside content may not fit it. Asked for whenever the content is about to
	 * be used; who knows the length already returns the snapshot itself, and asks nobody.
	 * <p>
	 * The default returns this snapshot.
	 * @throws ErrnoException {@code ESTALE} if the version is no longer the current one
	 */
	default RegularFile measured() {
		return this;
	}

	/**
	 * Whether {@link #measured()} asks nobody. Never blocks.
	 * <p>
	 * The default is {@code true}.
	 */
	default boolean isMeasured() {
		return true;
	}

	/**
	 * Whether both stand for one thing, though their keys may differ: a row that two
	 * repositories show. Who renames the one to the name of the other has nothing to do.
	 * Never blocks.
	 * <p>
	 * The default is whether they have the same key.
	 */
	default boolean isSameFile(RegularFile other) {
		return key().equals(other.key());
	}

	/**
	 * Whether both snapshots show the same version of the same file.
	 */
	boolean isSameVersion(RegularFile other);

	/**
	 * Returns a text that stands for the bytes of this version: for one key, the same
	 * text never stands for other bytes, not even after a restart. {@code null} if
	 * nothing is known that says so; the content is not kept beyond the last close then.
	 * <p>
	 * The default is {@code null}.
	 */
	default @Nullable String contentVersion() {
		return null;
	}

	/**
	 * Whether {@link #update} needs nothing but the changed ranges of a
	 * {@link ContentPatch}.
	 * <p>
	 * The default is {@code false}.
	 */
	default boolean isPatchable() {
		return false;
	}

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
