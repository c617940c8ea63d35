package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The permissions of a directory, by owner and mode bits.
 *
 * @param owner the user id of the owner
 * @param group the group id
 * @param mode the mode bits, the sticky bit included
 */
public record Ownership(int owner, int group, int mode) {

	private static final int ROOT_GROUP = 0;

	private static final int STICKY = 01000;

	private static final int GROUP_WRITE = 020;

	private static final int OTHERS_WRITE = 02;

	/**
	 * Returns the ownership of an existing directory.
	 */
	public static Ownership of(Path directory) throws IOException {
		return new Ownership((Integer) Files.getAttribute(directory, "unix:uid"),
				(Integer) Files.getAttribute(directory, "unix:gid"),
				(Integer) Files.getAttribute(directory, "unix:mode"));
	}

	/**
	 * Returns why content should not be left in a directory, or {@code null} if only the
	 * user can write to it.
	 */
	public @Nullable String objection(int uid) {
		if (this.owner != uid) {
			return "belongs to user " + Integer.toUnsignedString(this.owner) + ", and the process is user "
					+ Integer.toUnsignedString(uid);
		}
		return isWritable(GROUP_WRITE | OTHERS_WRITE) ? "is writable by others (mode %03o)".formatted(this.mode & 0777)
				: null;
	}

	/**
	 * Returns whether only the user and root can replace entries of the directory.
	 * @param present whether the entry exists already: in a directory like {@code /tmp},
	 * other users cannot remove an existing entry, but they can be the first to create it
	 */
	public boolean isSafeAbove(int uid, boolean present) {
		if (this.owner != Caller.ROOT && this.owner != uid) {
			return false;
		}
		if (present && (this.mode & STICKY) != 0) {
			return true;
		}
		// A user's private group has the user's number. The group of root is trusted as
		// well.
		boolean privateGroup = this.group == this.owner || this.group == ROOT_GROUP;
		return !isWritable(privateGroup ? OTHERS_WRITE : GROUP_WRITE | OTHERS_WRITE);
	}

	/**
	 * Returns a description of the ownership.
	 */
	String description() {
		return "belongs to user %s and group %s and has mode %03o".formatted(Integer.toUnsignedString(this.owner),
				Integer.toUnsignedString(this.group), this.mode & 07777);
	}

	private boolean isWritable(int bits) {
		return (this.mode & bits) != 0;
	}

}
