package io.fusemount.autoconfigure.crash;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that has taken all connections of its pool, and gives none back before
 * every program has been answered.
 */
@EnabledIfFuse
@Timeout(300)
class ExhaustedPoolTests {

	private static final int CONNECTIONS = 4;

	private static final int PROGRAMS = 16;

	@AutoClose
	private final Workspace workspace = new Workspace();

	@AutoClose
	private final Programs programs = new Programs();

	private ConfigurableApplicationContext application;

	private Shell shell;

	@BeforeEach
	void start() {
		this.application = MountedApplication.start(this.workspace.h2Url(), this.workspace.directory(),
				"--spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS,
				"--spring.datasource.hikari.connection-timeout=1000", "--fusemount.database.max-concurrent=3",
				"--fusemount.database.max-wait=1s", "--fusemount.cache.time-to-live=1h");
		this.shell = Shell.in(this.workspace.files());
	}

	@AfterEach
	void stop() {
		this.application.close();
	}

	@Test
	@Semantics("While the application holds all connections, programs get EAGAIN, at the latest after "
			+ "`fusemount.database.max-wait` and the timeout of the pool, and files that are known are available.")
	void programsAreToldToTryAgain() throws Exception {
		this.shell.check("echo known > known.txt");
		try (Connections all = new Connections()) {
			List<Process> asking = new ArrayList<>();
			for (int i = 0; i < PROGRAMS; i++) {
				asking.add(this.programs.start(this.workspace.files(),
						(i % 2 == 0) ? "cat unknown" + i : "cp known.txt new" + i));
			}
			for (Process program : asking) {
				assertThat(program.waitFor()).isNotZero();
				assertThat(program.inputReader().lines()).singleElement()
					.asString()
					.endsWith(": Resource temporarily unavailable");
			}
			assertThat(this.shell.check("stat -c %s known.txt && cat known.txt")).isEqualTo("6\nknown\n");
		}
		assertThat(this.shell.check("cp known.txt new && cat new")).isEqualTo("known\n");
	}

	/** All connections of the pool. */
	private final class Connections implements AutoCloseable {

		private final List<Connection> taken = new ArrayList<>();

		Connections() throws SQLException {
			for (int i = 0; i < CONNECTIONS; i++) {
				this.taken.add(ExhaustedPoolTests.this.application.getBean(DataSource.class).getConnection());
			}
		}

		@Override
		public void close() throws SQLException {
			for (Connection connection : this.taken) {
				connection.close();
			}
		}

	}

}
