package io.fusemount.autoconfigure.crash;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.Ending;
import io.fusemount.conformance.crash.Load;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A PostgreSQL server dies while programs write, and its standby is promoted.
 */
@EnabledIfFuse
@Timeout(600)
class FailoverTests {

	private static final int WRITERS = 4;

	@AutoClose
	private final Workspace workspace = new Workspace();

	@Test
	@Semantics("After a failover to a synchronous standby, the mount continues, and all acknowledged changes are "
			+ "there.")
	void theMountGoesOnWithThePromotedStandbyAndNothingAcknowledgedIsLost() throws Exception {
		try (ReplicatedServer servers = new ReplicatedServer(this.workspace.directory());
				ChildProgram service = this.workspace.start(servers.jdbcUrl(),
						"--spring.datasource.hikari.connection-timeout=2000")) {
			Load load = Load.throughFailures(this.workspace.files(), 1, WRITERS);
			load.start();
			load.awaitAcknowledged(30);
			load.expectFailures();
			servers.killPrimary();
			load.awaitFailed(2 * WRITERS);
			servers.promoteStandby();
			load.awaitAcknowledged(30);
			load.stop();
			load.join(Ending.CLOSED);
			load.check(Ending.CLOSED);
			assertThat(this.workspace.isMounted()).isTrue();
		}
	}

}
