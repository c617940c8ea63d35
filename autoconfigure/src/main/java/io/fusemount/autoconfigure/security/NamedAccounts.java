package io.fusemount.autoconfigure.security;

import java.util.Map;

import io.fusemount.autoconfigure.security.FuseMountSecurityProperties.Account;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerAccount;
import io.fusemount.core.operation.CallerAccounts;

/**
 * The accounts that the configuration names, and those of the machine for all other
 * users.
 */
final class NamedAccounts implements CallerAccounts {

	private final Map<Long, Account> named;

	private final CallerAccounts others;

	NamedAccounts(Map<Long, Account> named, CallerAccounts others) {
		this.named = named;
		this.others = others;
	}

	@Override
	public CallerAccount of(Caller caller) {
		Account account = this.named.get(Integer.toUnsignedLong(caller.uid()));
		return (account != null) ? new CallerAccount(caller.uid(), caller.gid(), account.name(), account.groups())
				: this.others.of(caller);
	}

}
