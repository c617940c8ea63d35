package io.fusemount.autoconfigure.security;

import java.util.List;
import java.util.Map;

import io.fusemount.autoconfigure.security.FuseMountSecurityProperties.Account;
import io.fusemount.core.operation.AccountNames;
import io.fusemount.transport.device.account.NssNames;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NamedUsersTests {

	private final AccountNames names = new NamedUsers(Map.of(20001L, new Account("anna", List.of())), new NssNames());

	@Test
	void namesUsersOfTheConfiguration() {
		assertThat(this.names.user(20001)).isEqualTo("anna");
		assertThat(this.names.uid("anna")).isEqualTo(20001);
	}

	@Test
	void namesUsersAndGroupsOfTheMachine() {
		assertThat(this.names.user(0)).isEqualTo("root");
		assertThat(this.names.uid("root")).isZero();
		assertThat(this.names.group(0)).isEqualTo("root");
		assertThat(this.names.gid("root")).isZero();
	}

	@Test
	void doesNotNameUsersThatNobodyKnows() {
		assertThat(this.names.user(20002)).isNull();
		assertThat(this.names.uid("nobody knows")).isNull();
		assertThat(this.names.group(20002)).isNull();
		assertThat(this.names.gid("nobody knows")).isNull();
	}

}
