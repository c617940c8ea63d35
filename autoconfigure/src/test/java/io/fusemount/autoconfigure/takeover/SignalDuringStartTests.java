package io.fusemount.autoconfigure.takeover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.crash.KeptProcess;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * An application that is told to restart again before it has started.
 */
@EnabledIfFuse
@Timeout(180)
class SignalDuringStartTests {

	@TempDir
	private Path directory;

	@ParameterizedTest
	@ValueSource(strings = { SignalledApplication.BEFORE, SignalledApplication.AFTER })
	void leavesTheMountToTheNextOne(String when) throws Exception {
		assumeTrue(Shell.has("python3"), "python3, which deploy/keep needs, is not installed");
		try (KeptProcess process = start()) {
			process.await(() -> starts(process) == 1 && isMounted(process));
			Process program = new ProcessBuilder("bash", "-ec",
					"exec 3> new.txt; echo one >&3; echo; read; echo two >&3")
				.directory(files().toFile())
				.start();
			program.getInputStream().read();
			Files.createFile(this.directory.resolve(when));
			process.restart();
			process.await(() -> starts(process) == 3 && isMounted(process));
			assertThat(this.directory.resolve(when)).doesNotExist();
			program.outputWriter().append("\n").flush();
			assertThat(program.waitFor()).isZero();
			assertThat(files().resolve("new.txt")).hasContent("one\ntwo");
			assertThat(process.log()).doesNotContain("Unmounted 'default'");
		}
	}

	private KeptProcess start() throws IOException {
		return KeptProcess.start(
				new ProcessBuilder(KeptProcess.KEEP.toString(),
						Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-Dtest.directory=" + this.directory, "-cp",
						System.getProperty("java.class.path"), SignalledApplication.class.getName(),
						"jdbc:h2:file:" + this.directory.resolve("h2") + ";DB_CLOSE_ON_EXIT=FALSE",
						this.directory.toString(), "--spring.jpa.hibernate.ddl-auto=update"),
				this.directory.resolve("log"), Duration.ofMinutes(1));
	}

	private Path files() {
		return MountedApplication.files(this.directory);
	}

	private static int starts(KeptProcess process) {
		return StringUtils.countOccurrencesOf(process.log(), "Starting SignalledApplication");
	}

	/** Whether the process that was started last has mounted. */
	private static boolean isMounted(KeptProcess process) {
		String log = process.log();
		return log.substring(log.lastIndexOf("Starting SignalledApplication")).contains("Mounted 'default'");
	}

}
