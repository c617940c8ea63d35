package io.fusemount.core.file;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * Is told when a commit finds that somebody else has been there before.
 */
@FunctionalInterface
public interface ConflictListener {

	/**
	 * There was a conflict.
	 * @param place where the file was opened or was to be created, {@code null} if that
	 * is not known
	 * @param keptAs where the local bytes are now, {@code null} if the commit failed
	 */
	void conflict(@Nullable Place place, @Nullable Place keptAs, ErrnoException failure);

}
