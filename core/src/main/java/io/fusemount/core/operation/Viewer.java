package io.fusemount.core.operation;

/**
 * Who looks at what concerns single users: each of them sees what is his, and root and
 * the owner of the mount see all.
 *
 * @param user the user id
 * @param all whether he sees what is others', too
 */
public record Viewer(int user, boolean all) {

	/**
	 * Returns who looks on this thread.
	 * @param owner the user whom the files of the mount belong to
	 */
	public static Viewer current(int owner) {
		int user = Caller.currentUser();
		return new Viewer(user, user == Caller.ROOT || user == owner);
	}

	/**
	 * Whether he sees what is a user's.
	 */
	public boolean sees(int user) {
		return this.all || user == this.user;
	}

}
