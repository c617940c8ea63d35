package io.fusemount.conformance.rights;

import io.fusemount.conformance.memory.Access;

/**
 * A row with an owner.
 *
 * @param name its name, or the path of a row in a directory of the directory under test
 * @param owner who owns it
 * @param readOnly whether only the administrator may change it
 * @param content its content
 */
public record OwnedRow(String name, User owner, boolean readOnly, String content) {

	/**
	 * Returns what a user may do with the row.
	 */
	public Access accessOf(User user) {
		return user.access(this.owner, this.readOnly);
	}

}
