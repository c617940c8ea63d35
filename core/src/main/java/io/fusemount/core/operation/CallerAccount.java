package io.fusemount.core.operation;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What the machine knows about the user of a {@link Caller}.
 *
 * @param uid the user id
 * @param gid the group id
 * @param name the name of the user, {@code null} if the machine knows none: the user may
 * be one of another user namespace, or of another machine
 * @param groups the names of the groups of the user as the machine knows them, whatever
 * groups the program has given up, and of the group id
 */
public record CallerAccount(int uid, int gid, @Nullable String name, List<String> groups) {

	/**
	 * Creates the account.
	 */
	public CallerAccount {
		groups = List.copyOf(groups);
	}

	/**
	 * Returns the account of a caller of whom only the ids are known.
	 */
	public static CallerAccount unknown(Caller caller) {
		return new CallerAccount(caller.uid(), caller.gid(), null, List.of());
	}

}
