package io.fusemount.autoconfigure.takeover;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.fusemount.autoconfigure.mounted.Launch;
import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.mount.MountState;
import io.fusemount.core.mount.Takeover;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A second application in a process of its own, which is killed before it has started.
 */
@EnabledIfFuse
@Timeout(180)
class SecondProcessTests {

	private static final String ALWAYS = "--fusemount.takeover=always";

	@TempDir
	private Path workspace;

	@Test
	@Semantics("A second process that is killed before it has started leaves the mount to the first one, with what "
			+ "programs have open.")
	void leavesTheMountToTheFirstOneWhenItIsKilledWhileItServes() throws Exception {
		Path directory = this.workspace.toRealPath();
		// The first process is the database's server.
		String database = "jdbc:h2:file:%s;AUTO_SERVER=TRUE".formatted(directory.resolve("h2"));
		try (ConfigurableApplicationContext first = Launch.start(MountedApplication.class, database, directory,
				ALWAYS)) {
			Mount mount = first.getBean(MountRegistry.class).mounts().get(0);
			try (Program program = new Program(MountedApplication.files(directory))) {
				for (int i = 1; i <= 2; i++) {
					try (ChildProgram second = ChildProgram.start(HaltingApplication.class, directory,
							Launch.arguments(database, directory, ALWAYS))) {
						second.await("Serving.");
						assertThat(mount.state()).isEqualTo(MountState.UNMOUNTED);
						program.write();
						second.kill();
					}
					await().until(() -> mount.state() == MountState.MOUNTED);
					assertThat(Takeover.of(mount)).isNotNull().returns(true, Takeover::crashed);
					program.write();
				}
				assertThat(program.end()).isZero();
			}
			Shell shell = Shell.in(directory.resolve("mnt"));
			assertThat(shell.check("cat files/new.txt")).isEqualTo("line\n".repeat(4));
			assertThat(shell.check("ls -A .fusemount/unsaved")).isEmpty();
		}
	}

	/**
	 * A program that has a file open, and writes a line for each that it reads.
	 */
	private record Program(Process process) implements AutoCloseable {

		Program(Path files) throws IOException {
			this(new ProcessBuilder("bash", "-ec", "exec 3> new.txt; while read; do echo line >&3; echo; done")
				.directory(files.toFile())
				.start());
		}

		void write() throws IOException {
			this.process.outputWriter().append("\n").flush();
			assertThat(this.process.getInputStream().read()).isEqualTo('\n');
		}

		int end() throws Exception {
			this.process.outputWriter().close();
			assertThat(this.process.waitFor(30, TimeUnit.SECONDS)).isTrue();
			return this.process.exitValue();
		}

		@Override
		public void close() {
			this.process.destroyForcibly();
		}

	}

	/**
	 * Starts until it is to listen.
	 */
	@SpringBootConfiguration
	@Import(MountedApplication.class)
	public static class HaltingApplication {

		@Bean
		SmartLifecycle webServer() {
			return new StartStep(() -> {
				System.out.println("Serving.");
				try {
					Thread.sleep(Long.MAX_VALUE);
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
			});
		}

		/** Runs the application. */
		public static void main(String[] args) throws IOException {
			Launch.serve(HaltingApplication.class, args);
		}

	}

}
