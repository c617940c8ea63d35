package io.fusemount.core.node;

import java.time.Instant;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * A file with content. The snapshot belongs to one version of the content.
 */
public non-sealed interface RegularFile extends Node {

	/**
	 * Returns the content of this version. The method opens nothing and does not block.
	 * Reading fails with {@code ESTALE} once the version is no longer the current one and
	 * no longer available: two versions are never mixed.
	 */
	Content content();

	/**
	 * Returns this version with the true length of its content among its attributes,
	 * because the length recorded beside the content may not match it. Called whenever
	 * the content is about to be used. A snapshot that knows the true length returns
	 * itself without a query.
	 * <p>
	 * The default implementation returns this snapshot.
	 * @throws ErrnoException {@code ESTALE} if the version is no longer the current one
	 */
	default RegularFile measured() {
		return this;
	}

	/**
	 * Whether {@link #measured()} needs no query. Never blocks.
	 * <p>
	 * The default implementation returns {@code true}.
	 */
	default boolean isMeasured() {
		return true;
	}

	/**
	 * Whether both represent the same object although their keys may differ, such as a
	 * row exposed by two repositories. Renaming one to the name of the other has no
	 * effect. Never blocks.
	 * <p>
	 * The default implementation compares the keys.
	 */
	default boolean isSameFile(RegularFile other) {
		return key().equals(other.key());
	}

	/**
	 * Whether both snapshots show the same version of the same file.
	 */
	boolean isSameVersion(RegularFile other);

	/**
	 * Returns a text that is the same for the same version in every process, as far as
	 * that can be told without a query. The length of the content is compared beside it.
	 * <p>
	 * The default implementation returns the {@linkplain #contentVersion() identification
	 * of the bytes}, or an empty text.
	 */
	default String versionText() {
		String content = contentVersion();
		return (content != null) ? content : "";
	}

	/**
	 * Returns a text that identifies the bytes of this version: for one key, the same
	 * text never stands for other bytes, even after a restart. Returns {@code null} if no
	 * such identification is known; the content is then not cached beyond the last close.
	 * <p>
	 * The default implementation returns {@code null}.
	 */
	default @Nullable String contentVersion() {
		return null;
	}

	/**
	 * Whether {@link #update} needs only the changed ranges of a {@link ContentPatch}.
	 * <p>
	 * The default implementation returns {@code false}.
	 */
	default boolean isPatchable() {
		return false;
	}

	/**
	 * Returns a modification time as the file keeps it, cut to the precision of its
	 * times. Programs see this time before it is stored, so that it does not change when
	 * it is. Never blocks.
	 * <p>
	 * The default implementation returns the time itself.
	 */
	default Instant keptTime(Instant modified) {
		return modified;
	}

	/**
	 * Applies the changes to this version in one transaction.
	 * <p>
	 * The default implementation refuses with {@code EROFS}.
	 * @return the file after the change
	 * @throws ErrnoException {@code ESTALE} if the file has changed since this snapshot
	 * was taken (nothing is changed then), {@code EINVAL} if the application refuses the
	 * value, {@code EFBIG} if the content does not fit
	 */
	default RegularFile update(FileChanges changes) {
		throw new ErrnoException(Errno.EROFS, "The file cannot be changed");
	}

}
