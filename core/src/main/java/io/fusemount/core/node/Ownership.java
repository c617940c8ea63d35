package io.fusemount.core.node;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The owner, the group and the mode of a node, each as far as the node keeps it. What it
 * does not keep is that of the mount.
 *
 * @param owner the user id, {@code null} if none is kept
 * @param group the group id, {@code null} if none is kept
 * @param mode the twelve mode bits, {@code null} if none are kept
 */
public record Ownership(@Nullable Integer owner, @Nullable Integer group, @Nullable Integer mode) {

	/**
	 * Nothing is kept.
	 */
	public static final Ownership NONE = new Ownership(null, null, null);

	/**
	 * The mode bits, without those of the kind of node.
	 */
	public static final int MODE_BITS = 07777;

	/** {@code S_ISUID}: such a program runs as the owner of its file. */
	private static final int SET_USER = 04000;

	/**
	 * {@code S_ISGID}: such a program runs with the group of its file; what is new in
	 * such a directory has its group.
	 */
	private static final int SET_GROUP = 02000;

	private static final int GROUP_EXECUTE = 010;

	/**
	 * Returns an owner and a group.
	 */
	public static Ownership of(@Nullable Integer owner, @Nullable Integer group) {
		return new Ownership(owner, group, null);
	}

	/**
	 * Returns a mode.
	 */
	public static Ownership ofMode(int mode) {
		return new Ownership(null, null, mode & MODE_BITS);
	}

	/**
	 * Returns this with what is given in other.
	 */
	public Ownership with(Ownership other) {
		return other.isNone() ? this : new Ownership((other.owner != null) ? other.owner : this.owner,
				(other.group != null) ? other.group : this.group, (other.mode != null) ? other.mode : this.mode);
	}

	/**
	 * Returns what is given of the parts.
	 */
	public Ownership only(Set<Part> parts) {
		return parts.containsAll(parts()) ? this : new Ownership(parts.contains(Part.OWNER) ? this.owner : null,
				parts.contains(Part.GROUP) ? this.group : null, parts.contains(Part.MODE) ? this.mode : null);
	}

	/**
	 * Returns what a new node in a directory of this ownership begins with.
	 * @param user the user id of the program that creates it
	 * @param userGroup the group id of the program
	 * @param wanted the mode that the program asks for, without the bits of its umask
	 * @param directory whether it is a directory, too
	 */
	public Ownership ofNew(int user, int userGroup, int wanted, boolean directory) {
		boolean inherits = this.mode != null && (this.mode & SET_GROUP) != 0;
		Integer inherited = (inherits && this.group != null) ? this.group : null;
		return new Ownership(user, Objects.requireNonNullElse(inherited, userGroup),
				(wanted | (inherits && directory ? SET_GROUP : 0)) & MODE_BITS);
	}

	/**
	 * Returns what a row gets of this if it gets the content, too, instead of a new row:
	 * the mode. It remains that of its owner and group, as whom the content of others
	 * must not run.
	 * @param row what the row has
	 */
	public Ownership ofReplaced(Ownership row) {
		boolean same = Objects.equals(this.owner, row.owner) && Objects.equals(this.group, row.group);
		Ownership kept = new Ownership(null, null, this.mode);
		return same ? kept : kept.with(withoutPrivileges());
	}

	/**
	 * Returns the change of the mode of a file that somebody without privileges has
	 * written to, or that has been given away: it loses the set-user-ID bit, and the
	 * set-group-ID bit if its group may execute it. None if it has neither.
	 */
	public Ownership withoutPrivileges() {
		int bits = (this.mode != null) ? this.mode : 0;
		int lost = bits & (((bits & GROUP_EXECUTE) != 0) ? SET_USER | SET_GROUP : SET_USER);
		return (lost != 0) ? ofMode(bits & ~lost) : NONE;
	}

	/**
	 * Returns what is given.
	 */
	public Set<Part> parts() {
		Set<Part> parts = EnumSet.noneOf(Part.class);
		if (this.owner != null) {
			parts.add(Part.OWNER);
		}
		if (this.group != null) {
			parts.add(Part.GROUP);
		}
		if (this.mode != null) {
			parts.add(Part.MODE);
		}
		return parts;
	}

	/**
	 * Whether nothing is given.
	 */
	public boolean isNone() {
		return this.owner == null && this.group == null && this.mode == null;
	}

	/**
	 * What a node may keep.
	 */
	public enum Part {

		/** The user to whom it belongs. */
		OWNER,

		/** The group to which it belongs. */
		GROUP,

		/** Its mode bits. */
		MODE

	}

}
