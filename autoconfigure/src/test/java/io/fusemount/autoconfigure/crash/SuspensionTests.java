package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.Ending;
import io.fusemount.conformance.crash.Load;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application is suspended while programs write, as in a frozen container or a
 * migrated virtual machine, and then continues.
 * <p>
 * {@code -Dfusemount.crash.suspension=90} suspends it for that number of seconds.
 */
@EnabledIfFuse
@Timeout(600)
class SuspensionTests {

	private static final Duration SUSPENSION = Duration.ofSeconds(Integer.getInteger("fusemount.crash.suspension", 12));

	@AutoClose
	private final Workspace workspace = new Workspace();

	@AutoClose
	private final Programs programs = new Programs();

	@Test
	@Semantics("An application that is suspended for less than `fusemount.database.timeout` fails no operation "
			+ "because of that, and does not report the database as unresponsive.")
	void noOperationFailsThatWaitedMeanwhile() throws Exception {
		try (DatabaseServer server = new DatabaseServer(this.workspace.directory());
				ChildProgram service = this.workspace.start(server.jdbcUrl(),
						"--management.health.fusemount.database-silence=10s", "--fusemount.database.max-wait=10s",
						"--fusemount.database.max-concurrent=4")) {
			// Started before, because a new process would close the files that the
			// writers have open.
			Process signals = this.programs.start(this.workspace.directory(), "sh");
			Load load = Load.untilFailure(this.workspace.files(), 1, 8);
			load.start();
			load.awaitAcknowledged(60);
			send(signals, "kill -STOP " + service.pid());
			service.send("health?");
			Awaitility.await().pollDelay(SUSPENSION).atMost(SUSPENSION.plusMinutes(1)).until(() -> true);
			send(signals, "kill -CONT " + service.pid());
			load.awaitAcknowledged(60);
			load.stop();
			load.join(Ending.CLOSED);
			load.check(Ending.CLOSED);
			assertThat(service.await("Health: ")).startsWith("UP -");
			assertThat(service.output()).doesNotContain("EAGAIN", "ETIMEDOUT", "Exception");
		}
	}

	private static void send(Process shell, String line) throws IOException {
		shell.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
		shell.getOutputStream().flush();
	}

}
