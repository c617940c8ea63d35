package io.fusemount.autoconfigure.owners;

import java.nio.file.Path;

import io.fusemount.autoconfigure.mounted.Launch;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Set-user-ID bits over libfuse 2, where the kernel clears some of them by itself.
 */
@EnabledIfFuse
@Timeout(300)
class LibFuseOwnersTests {

	@TempDir
	private static Path directory;

	private static ConfigurableApplicationContext application;

	private static Shell files;

	@BeforeAll
	static void start() {
		OtherUsers.assumeIn(directory);
		application = Launch.start(TeamApplication.class, "jdbc:h2:" + directory.resolve("team"), directory,
				"--fusemount.allow-other=true", "--fusemount.transport=jnr");
		files = Shell.in(directory.resolve("mnt/team"));
		files.check("mkdir -m 1777 all");
	}

	@AfterAll
	static void stop() {
		if (application != null) {
			application.close();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "echo more >> a", "echo new > a", ": > a", "truncate -s 2 a", "fallocate -l 100 a" })
	void whoeverChangesAProgramCannotRunAsItsOwner(String command) {
		String mode = "stat -c '%U:%G %a' all/a";
		files.check("cd all; echo text > a; chown daemon:daemon a; chmod 6777 a");
		files.check("cd all; " + command);
		assertThat(files.check(mode)).isEqualTo("daemon:daemon 6777\n");
		files.check("cd all; " + OtherUsers.as("bin", command));
		assertThat(files.check(mode)).isEqualTo("daemon:daemon 777\n");
	}

}
