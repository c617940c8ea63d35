package io.fusemount.data.jpa.shelf;

import io.fusemount.core.operation.AccountNames;
import org.jspecify.annotations.Nullable;

/** Names that tell the ids. Ids from 3000 on have none. */
public final class NumberedNames implements AccountNames {

	private static final int NAMELESS = 3000;

	@Override
	public @Nullable String user(int uid) {
		return (uid < NAMELESS) ? "user-" + uid : null;
	}

	@Override
	public @Nullable Integer uid(String user) {
		return id(user, "user-");
	}

	@Override
	public @Nullable String group(int gid) {
		return (gid < NAMELESS) ? "group-" + gid : null;
	}

	@Override
	public @Nullable Integer gid(String group) {
		return id(group, "group-");
	}

	private static @Nullable Integer id(String name, String prefix) {
		return name.startsWith(prefix) ? Integer.valueOf(name.substring(prefix.length())) : null;
	}

}
