package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two applications, each in a JVM of its own, that are to mount at the same place.
 */
@EnabledIfFuse
@Timeout(300)
class TwoApplicationsTests {

	private static final String FAILED = "APPLICATION FAILED TO START";

	private static final String SPOOL_IN_USE = "is in use by another process or mount";

	@AutoClose
	private final Workspace workspace = new Workspace();

	@AutoClose
	private final Workspace elsewhere = new Workspace();

	@Test
	void theSecondIsRefusedInWordsAndTheFirstGoesOn() throws IOException {
		try (ChildProgram first = this.workspace.start(this.workspace.h2Url())) {
			Path file = Files.writeString(this.workspace.files().resolve("kept.txt"), "kept");
			try (ChildProgram second = launch(this.workspace)) {
				assertRefused(second, "The spool directory " + this.workspace.spool() + " " + SPOOL_IN_USE,
						"Stop the application that uses it, perhaps an earlier instance of this one;",
						"Give each application a fusemount.spool.directory of its own.");
			}
			Files.createSymbolicLink(this.elsewhere.mountPoint(), this.workspace.mountPoint());
			try (ChildProgram second = launch(this.elsewhere)) {
				assertRefused(second,
						"Another filesystem (fuse.fusemount) is mounted at " + this.workspace.mountPoint() + ".",
						"Stop the application that has mounted there, perhaps an earlier instance of this one.",
						"Set fusemount.mount-point to another directory.");
			}
			assertThat(file).hasContent("kept");
			assertServes(first);
		}
	}

	@Test
	void theSecondStartsWhenTheFirstWasKilled() throws IOException {
		try (ChildProgram first = this.workspace.start(this.workspace.h2Url())) {
			Shell.in(this.workspace.files()).check("printf kept > kept.txt && sync kept.txt");
			first.kill();
		}
		try (ChildProgram second = this.workspace.start(this.workspace.h2Url())) {
			assertThat(this.workspace.files().resolve("kept.txt")).hasContent("kept");
			assertServes(second);
		}
	}

	@Test
	void ofTwoThatStartAtTheSameTimeOneMounts() throws IOException {
		try (ChildProgram one = launch(this.workspace); ChildProgram other = launch(this.workspace)) {
			Patience.await(() -> hasFailed(one) || hasFailed(other));
			ChildProgram refused = hasFailed(one) ? one : other;
			ChildProgram winner = (refused == one) ? other : one;
			assertRefused(refused, this.workspace.directory().toString(), "Stop the application that ");
			winner.await("Mounted.");
			assertServes(winner);
		}
	}

	/** Starts an application with a database of its own and does not wait for it. */
	private static ChildProgram launch(Workspace place) {
		return ChildProgram.start(MountedApplication.class, place.directory(), "jdbc:h2:mem:own",
				place.directory().toString(), "--spring.jpa.hibernate.ddl-auto=create");
	}

	private static boolean hasFailed(ChildProgram application) {
		return application.output().contains(FAILED);
	}

	private static void assertRefused(ChildProgram application, String description, String... ways) {
		assertThat(application.awaitEnd()).as(application::output).isEqualTo(1);
		assertThat(application.output())
			.containsSubsequence(FAILED, "The filesystem could not be mounted: ", "Consider the following:")
			.contains(description)
			.contains(ways)
			.doesNotContain("\tat ", "Mounted '");
	}

	private void assertServes(ChildProgram application) throws IOException {
		Path file = Files.writeString(this.workspace.files().resolve("later.txt"), "later");
		assertThat(file).hasContent("later");
		application.send("");
		assertThat(application.await("Health: ")).startsWith("UP ");
	}

}
