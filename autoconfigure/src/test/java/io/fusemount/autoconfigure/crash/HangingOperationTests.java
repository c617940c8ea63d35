package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Files;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A thread never comes back from the database, and neither a time limit nor an interrupt
 * ends it.
 */
@EnabledIfFuse
@Timeout(600)
class HangingOperationTests {

	@AutoClose
	private final Workspace workspace = new Workspace();

	@ParameterizedTest
	@ValueSource(strings = { "linux", "jnr" })
	@Semantics("An operation that does not return from the database or the application ends with ETIMEDOUT; its bytes "
			+ "are kept, and other files continue to work.")
	void anOperationThatNeverReturnsIsAnsweredAndTheOthersGoOn(String transport) throws IOException {
		try (ChildProgram service = this.workspace.start(this.workspace.h2Url())) {
			Files.writeString(this.workspace.files().resolve("before"), "before\n");
		}
		UnrulyTrigger.create(this.workspace.h2Url());
		// Fewer workers than threads that hang.
		try (ChildProgram service = this.workspace.start(this.workspace.h2Url(), "--fusemount.transport=" + transport,
				"--fusemount.database.timeout=2s", "--fusemount.executor.max-workers=2",
				"--fusemount.shutdown-timeout=2s")) {
			Shell shell = Shell.in(this.workspace.mountPoint());
			for (int i = 1; i <= 2; i++) {
				ShellResult result = shell.run("echo content" + i + " > ../source && cp ../source files/hanging" + i);
				assertThat(result.errors()).contains("Connection timed out");
				assertThat(shell.check("cat .fusemount/errors"))
					.contains("ETIMEDOUT close /files/hanging" + i + ": The database or the application has not");
				assertThat(shell.check("head -2 .fusemount/status"))
					.startsWith("OUT_OF_SERVICE\nreason: The application or the database has not returned from ");
				service.send("health?");
				assertThat(service.await("Health: ")).startsWith("OUT_OF_SERVICE The application or the database");
				assertThat(shell.check("cat files/before")).isEqualTo("before\n");
			}
			assertThat(service.output()).contains("The thread fusemount-default-", UnrulyTrigger.class.getName());
			Patience.await(() -> shell.run("cat .fusemount/unsaved/*").output().equals("content1\ncontent2\n"));
		}
		assertThat(this.workspace.isMounted()).isFalse();
	}

}
