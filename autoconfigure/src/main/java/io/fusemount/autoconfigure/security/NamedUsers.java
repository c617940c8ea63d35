package io.fusemount.autoconfigure.security;

import java.util.Map;

import io.fusemount.autoconfigure.security.FuseMountSecurityProperties.Account;
import io.fusemount.core.operation.AccountNames;
import org.jspecify.annotations.Nullable;

/**
 * The names that the configuration gives to users, and those of the machine for all other
 * users, and for groups.
 */
final class NamedUsers implements AccountNames {

	private final Map<Long, Account> named;

	private final AccountNames others;

	NamedUsers(Map<Long, Account> named, AccountNames others) {
		this.named = named;
		this.others = others;
	}

	@Override
	public @Nullable String user(int uid) {
		Account account = this.named.get(Integer.toUnsignedLong(uid));
		return (account != null) ? account.name() : this.others.user(uid);
	}

	@Override
	public @Nullable Integer uid(String user) {
		for (Map.Entry<Long, Account> account : this.named.entrySet()) {
			if (account.getValue().name().equals(user)) {
				return account.getKey().intValue();
			}
		}
		return this.others.uid(user);
	}

	@Override
	public @Nullable String group(int gid) {
		return this.others.group(gid);
	}

	@Override
	public @Nullable Integer gid(String group) {
		return this.others.gid(group);
	}

}
