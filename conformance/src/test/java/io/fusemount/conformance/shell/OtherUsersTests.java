package io.fusemount.conformance.shell;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class OtherUsersTests {

	/** Prints the user, the group and all groups. */
	private static final String IDS = "id -u; id -g; id -G";

	@TempDir
	private Path directory;

	@BeforeEach
	void assumeOtherUsers() {
		OtherUsers.assume();
	}

	@Test
	void aLineRunsAsTheUserInTheGroupOfTheUser() {
		Shell shell = Shell.in(Path.of("/"));
		String group = shell.check("id -g nobody");
		assertThat(shell.check(OtherUsers.as("nobody", IDS))).isEqualTo(shell.check("id -u nobody") + group + group);
	}

	@Test
	void aLineRunsAsAUserWhomTheMachineDoesNotKnow() {
		assertThat(Shell.in(Path.of("/")).check(OtherUsers.as(54321, IDS))).isEqualTo("54321\n".repeat(3));
	}

	@Test
	void allOfALineRunsAsTheUserWhateverItsQuotes() {
		assertThat(Shell.in(Path.of("/")).check(OtherUsers.as(54321, "echo 'it''s' | cat; echo \"$(id -u)\"")))
			.isEqualTo("its\n54321\n");
	}

	@Test
	void othersEnterADirectoryInWhichTheyAreAssumedAndDoNotWriteThere() throws Exception {
		Files.createFile(this.directory.resolve("a"));
		Files.setPosixFilePermissions(this.directory, PosixFilePermissions.fromString("rwx------"));
		Shell shell = Shell.in(this.directory);
		assertThat(shell.run(OtherUsers.as(54321, "ls")).errors()).contains("Permission denied");
		OtherUsers.assumeIn(this.directory);
		assertThat(shell.check(OtherUsers.as(54321, "ls"))).isEqualTo("a\n");
		assertThat(shell.run(OtherUsers.as(54321, "touch b")).errors()).contains("Permission denied");
	}

}
