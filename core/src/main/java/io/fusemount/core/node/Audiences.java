package io.fusemount.core.node;

import org.jspecify.annotations.Nullable;

/**
 * Extension point: tells apart the callers who do not see the same in a directory. The
 * methods concern {@link io.fusemount.core.operation.Caller#current()}.
 */
public interface Audiences {

	/**
	 * Returns the audience of the current caller. Callers of equal audiences see the same
	 * entries, and may change the same. May block.
	 * @throws io.fusemount.core.errno.ErrnoException {@code EACCES} if the caller may see
	 * nothing at all, {@code EIO} if the audience cannot be found out now
	 */
	Object current();

	/**
	 * Returns the audience that the current caller was last known to have, {@code null}
	 * if it was never found out. Never blocks.
	 */
	@Nullable Object known();

	/**
	 * Whether a name may stand for one node to one audience and for another node to
	 * another, or be free to it: a source may be unable to see the rows of all.
	 * <p>
	 * The default implementation returns {@code false}: names are those of all nodes,
	 * whoever looks.
	 */
	default boolean haveOwnNames() {
		return false;
	}

}
