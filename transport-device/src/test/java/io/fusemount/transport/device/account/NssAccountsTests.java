package io.fusemount.transport.device.account;

import java.nio.file.Path;
import java.util.List;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerAccount;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link NssAccounts}, beside what {@code id} says.
 */
class NssAccountsTests {

	private final NssAccounts accounts = new NssAccounts();

	@Test
	void theNameAndTheGroupsAreThoseThatTheMachineHas() {
		for (String user : List.of("root", "daemon", id("-un"))) {
			int uid = Integer.parseInt(id("-u " + user));
			int gid = Integer.parseInt(id("-g " + user));
			CallerAccount account = this.accounts.of(new Caller(uid, gid, 1));
			assertThat(account.name()).isEqualTo(user);
			assertThat(account.groups()).containsExactlyInAnyOrder(id("-Gn " + user).split(" "));
		}
	}

	@Test
	void theGroupOfTheProgramIsAmongTheGroups() {
		assertThat(this.accounts.of(new Caller(1, 2, 1)).groups()).contains(id("-gn bin"));
	}

	@Test
	void aUserWhomTheMachineDoesNotKnowHasNoName() {
		CallerAccount account = this.accounts.of(new Caller(54321, 54321, 1));
		assertThat(account).isEqualTo(new CallerAccount(54321, 54321, null, List.of()));
	}

	/** The kernel has no other number for a user of another user namespace. */
	@Test
	void nobodyMayBeAnybodyAndHasNoName() {
		assertThat(this.accounts.of(new Caller(65534, 65534, 1)).name()).isNull();
		assertThat(this.accounts.of(new Caller(-1, -1, 1)).name()).isNull();
	}

	private static String id(String arguments) {
		return Shell.in(Path.of("/")).check("id " + arguments).strip();
	}

}
