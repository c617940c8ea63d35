package io.fusemount.sample;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * The archive needs its database from the beginning, and can do without a mount.
 */
@ExtendWith(OutputCaptureExtension.class)
class ArchiveStartTests {

	@TempDir
	private Path directory;

	@Test
	void withoutItsDatabaseItDoesNotStartAndNothingIsMounted(CapturedOutput output) {
		assertThatException()
			.isThrownBy(() -> RunningArchive.start(this.directory, "--spring.profiles.active=postgres",
					"--spring.datasource.url=jdbc:postgresql://127.0.0.1:1/archive",
					"--spring.datasource.hikari.connection-timeout=1000"))
			.withStackTraceContaining("Unable to determine Dialect without JDBC metadata");
		assertThat(output).contains("Connection to 127.0.0.1:1 refused").doesNotContain("Mounted '");
		assertThat(this.directory.resolve("mnt")).doesNotExist();
	}

	@Test
	void withoutItsMountTheRestOfItIsServed() {
		try (RunningArchive archive = RunningArchive.start(this.directory, "--fusemount.enabled=false")) {
			assertThat(archive.get("/api/documents").getStatusCode().value()).isEqualTo(200);
			assertThat(archive.get("/actuator/health").getStatusCode().value()).isEqualTo(200);
		}
	}

}
