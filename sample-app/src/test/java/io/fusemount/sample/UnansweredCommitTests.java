package io.fusemount.sample;

import java.nio.file.Path;

import io.fusemount.conformance.database.SynchronousStandby;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The archive on a PostgreSQL whose synchronous standby is down: the server executes
 * commits but does not answer.
 */
@EnabledIfFuse
@Timeout(300)
class UnansweredCommitTests {

	private static final String ALERT = "FuseMountCommitUnanswered";

	@TempDir
	private Path directory;

	@Test
	void anAlertFiresWhileACommitHasNoAnswer() throws Exception {
		assumeTrue(Shell.has("prometheus"), "prometheus is not installed (apt-get install prometheus)");
		try (EmbeddedPostgres server = EmbeddedPostgres.builder().setServerConfig("synchronous_commit", "on").start();
				RunningArchive archive = RunningArchive.start(this.directory, "--spring.profiles.active=postgres",
						"--spring.datasource.url=" + server.getJdbcUrl("postgres", "postgres"),
						"--spring.datasource.username=postgres", "--fusemount.database.timeout=1s");
				Prometheus prometheus = Prometheus.start(this.directory.resolve("prometheus"),
						ObserveFiles.impatientRules(this.directory.resolve("alerts.yml")),
						this.directory.resolve("data/password"), archive.port())) {
			String administrator = server.getJdbcUrl("postgres", "postgres");
			Process writer;
			SynchronousStandby.leave(administrator);
			try {
				writer = new ProcessBuilder("sh", "-c", "printf doubted >documents/doubted.txt")
					.directory(archive.mountPoint().toFile())
					.inheritIO()
					.start();
				prometheus.awaitFiring(ALERT);
				assertThat(writer.isAlive()).isTrue();
			}
			finally {
				SynchronousStandby.comeBack(administrator);
			}
			assertThat(writer.waitFor()).isZero();
			await().until(() -> !prometheus.firing().containsKey(ALERT));
			assertThat(archive.shell().check("cat documents/doubted.txt")).isEqualTo("doubted");
		}
	}

}
