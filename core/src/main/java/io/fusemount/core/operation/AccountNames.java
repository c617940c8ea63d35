package io.fusemount.core.operation;

import org.jspecify.annotations.Nullable;

/**
 * The names of the users and groups of this machine. The methods may block, for example
 * until a directory service answers.
 */
public interface AccountNames {

	/**
	 * No names at all.
	 */
	AccountNames NONE = new AccountNames() {

		@Override
		public @Nullable String user(int uid) {
			return null;
		}

		@Override
		public @Nullable Integer uid(String user) {
			return null;
		}

		@Override
		public @Nullable String group(int gid) {
			return null;
		}

		@Override
		public @Nullable Integer gid(String group) {
			return null;
		}

	};

	/**
	 * Returns the name of a user, or {@code null} if none is known.
	 */
	@Nullable String user(int uid);

	/**
	 * Returns the id of the user with a name, or {@code null} if none is known.
	 */
	@Nullable Integer uid(String user);

	/**
	 * Returns the name of a group, or {@code null} if none is known.
	 */
	@Nullable String group(int gid);

	/**
	 * Returns the id of the group with a name, or {@code null} if none is known.
	 */
	@Nullable Integer gid(String group);

}
