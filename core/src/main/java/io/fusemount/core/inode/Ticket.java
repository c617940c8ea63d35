package io.fusemount.core.inode;

import io.fusemount.core.node.Audiences;
import io.fusemount.core.node.Directory;
import org.jspecify.annotations.Nullable;

/**
 * What is taken before a source is asked, so that an answer counts only for those for
 * whom it was given, and not if it is outdated.
 *
 * @param changes the number of changes so far
 * @param audience the audience of the caller, {@code null} where all callers see the same
 */
public record Ticket(long changes, @Nullable Object audience) {

	/** An audience that nothing was found for. */
	private static final Object NOBODY = new Object();

	/** Returns the audience that the caller was last known to have. */
	static @Nullable Object known(Directory directory) {
		Audiences audiences = directory.audiences();
		Object audience = (audiences != null) ? audiences.known() : null;
		return (audiences != null && audience == null) ? NOBODY : audience;
	}

	/** Returns the audience of the caller. May block. */
	static @Nullable Object audience(Directory directory) {
		Audiences audiences = directory.audiences();
		return (audiences != null) ? audiences.current() : null;
	}

	/** Whether a name in a directory may stand for other nodes to others. */
	static boolean haveOwnNames(Directory directory) {
		Audiences audiences = directory.audiences();
		return audiences != null && audiences.haveOwnNames();
	}

}
