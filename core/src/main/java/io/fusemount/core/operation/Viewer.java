package io.fusemount.core.operation;

/**
 * The user who views data of single users. Each user sees their own; root and the owner
 * of the mount see everything.
 *
 * @param user the user id
 * @param all whether the viewer also sees the data of other users
 */
public record Viewer(int user, boolean all) {

	/**
	 * Returns the viewer on the current thread.
	 * @param owner the user who owns the files of the mount
	 */
	public static Viewer current(int owner) {
		int user = Caller.currentUser();
		return new Viewer(user, user == Caller.ROOT || user == owner);
	}

	/**
	 * Whether the viewer may see the data of a user.
	 */
	public boolean sees(int user) {
		return this.all || user == this.user;
	}

}
