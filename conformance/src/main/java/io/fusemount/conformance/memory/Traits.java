package io.fusemount.conformance.memory;

import java.util.Set;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Ownership;
import org.jspecify.annotations.Nullable;

/**
 * What a test makes of an {@link InMemoryDirectory} and of all directories in it.
 */
final class Traits {

	/** Whether the filesystem can change anything. */
	final boolean writable;

	/** Whether the files accept patches. */
	boolean patchable;

	/** Whether there may be directories. */
	boolean nested;

	/** What files and directories keep of their ownership. */
	Set<Ownership.Part> kept = Set.of();

	/** Why no file can be created, {@code null} if files can be. */
	@Nullable String refusal;

	/** The number of characters that a name may have. */
	int longestName = Name.MAX_BYTES;

	Traits(boolean writable) {
		this.writable = writable;
	}

	void requireWritable() {
		if (!this.writable) {
			throw new ErrnoException(Errno.EROFS, "The directory cannot be written");
		}
	}

	void requireRoomFor(Name name) {
		if (name.value().codePointCount(0, name.value().length()) > this.longestName) {
			throw new ErrnoException(Errno.ENAMETOOLONG, "A name has " + this.longestName + " characters at most",
					"Allow longer ones", null);
		}
	}

}
