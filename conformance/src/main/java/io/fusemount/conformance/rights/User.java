package io.fusemount.conformance.rights;

import java.util.Locale;

import io.fusemount.conformance.memory.Access;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The users of a directory in which rows have an owner, and may be read-only. <pre>
 * user      sees                              and changes
 * ADMIN     all rows                          all rows
 * CLERK     all rows                          rows of CLERK and ONE that are not read-only
 * COLLEAGUE has the audience of CLERK
 * ONE       rows of ONE                       those that are not read-only
 * TWO       rows of TWO                       those that are not read-only
 * STRANGER  nothing: whatever he asks is refused
 * </pre>
 */
public enum User {

	/** The administrator of the application. */
	ADMIN(3000),

	/** Works for the company. */
	CLERK(3001),

	/** Another one who is the clerk to the application. */
	COLLEAGUE(3002),

	/** A customer. */
	ONE(3011),

	/** Another customer. */
	TWO(3012),

	/** A user of the machine whom the application does not know. */
	STRANGER(3099);

	private final Caller caller;

	User(int uid) {
		this.caller = new Caller(uid, 3000, uid + 10_000);
	}

	/**
	 * Returns the program that the user works with.
	 */
	public Caller caller() {
		return this.caller;
	}

	/**
	 * Returns the user with this id, or {@code null}.
	 */
	public static @Nullable User of(int uid) {
		for (User user : values()) {
			if (user.caller.uid() == uid) {
				return user;
			}
		}
		return null;
	}

	/**
	 * Returns the user whose audience this one has: itself, except for the colleague.
	 */
	public User audience() {
		return (this == COLLEAGUE) ? CLERK : this;
	}

	/**
	 * Returns what the user may do with a row.
	 */
	public Access access(User owner, boolean readOnly) {
		return switch (this) {
			case ADMIN -> Access.WRITE;
			case CLERK, COLLEAGUE -> access(owner != TWO && owner != ADMIN, readOnly, Access.READ);
			case ONE, TWO -> access(owner == this, readOnly, (owner == this) ? Access.READ : Access.NONE);
			case STRANGER -> Access.NONE;
		};
	}

	private static Access access(boolean changes, boolean readOnly, Access otherwise) {
		return (changes && !readOnly) ? Access.WRITE : otherwise;
	}

	/**
	 * Returns the owner that a new row has.
	 * @param name the name of the row: one that begins with {@code to-}, the name of a
	 * user in small letters, and another hyphen is for that user
	 * @param creator who creates the row
	 */
	public static User ownerOf(String name, User creator) {
		for (User user : values()) {
			if (name.startsWith("to-" + user.name().toLowerCase(Locale.ROOT) + "-")) {
				return user;
			}
		}
		return creator.audience();
	}

}
