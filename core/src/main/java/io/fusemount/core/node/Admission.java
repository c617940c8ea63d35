package io.fusemount.core.node;

import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * What a directory refuses before anything is written to it: size, quota and user.
 */
public interface Admission {

	/**
	 * Requires that the content of a file can have the given size. Called whenever a
	 * program extends a file, so that the program fails at once rather than after copying
	 * everything. Never blocks.
	 * <p>
	 * The default implementation accepts every size.
	 * @param bytes the new size
	 * @throws ErrnoException {@code EFBIG} if the content is too large
	 */
	default void requireRoomFor(long bytes) {
	}

	/**
	 * Returns the quota that a file counts towards, {@code null} if there is none, or if
	 * it is not known before the file is stored. May block.
	 * <p>
	 * The default implementation returns {@code null}.
	 * @param stored the file, {@code null} for a new one of the current caller
	 */
	default @Nullable Quota quota(@Nullable RegularFile stored) {
		return null;
	}

	/**
	 * Requires that the current caller may store files here at all, as far as this is
	 * known without the file. Called when a program creates a file or opens one to change
	 * it, so that the program is refused at once rather than when everything is written.
	 * May block.
	 * <p>
	 * The default implementation refuses nobody: {@link Directory#create} and
	 * {@link RegularFile#update} decide.
	 * @param stored the file to be changed, {@code null} for a new one
	 * @throws ErrnoException {@code EACCES} if whatever the caller stores is refused
	 */
	default void requireStoring(@Nullable RegularFile stored) {
	}

}
