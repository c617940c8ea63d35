package io.fusemount.autoconfigure.security;

import java.nio.file.Path;
import java.util.Objects;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

import static io.fusemount.conformance.shell.OtherUsers.as;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Programs of several users of the machine, who are users of the application.
 */
@EnabledIfFuse
@Timeout(300)
class MountedCallersTests {

	@TempDir
	private Path directory;

	private ConfigurableApplicationContext application;

	private Shell letters;

	@BeforeEach
	void start() {
		OtherUsers.assumeIn(this.directory);
		this.application = LetterApplication.start(this.directory, "--fusemount.allow-other=true",
				"--fusemount.umask=000", "--fusemount.security.accounts.20001.name=daemon");
		this.letters = Shell.in(this.directory.resolve("mnt/letters"));
	}

	@AfterEach
	void stop() {
		if (this.application != null) {
			this.application.close();
		}
		SecurityContextHolder.clearContext();
	}

	@Test
	@Semantics("Where the application has Spring Security, its code sees the user whose program asks as the authenticated "
			+ "user.")
	void aFileHasTheAuthorAndTheEditorWhoseProgramsWroteIt() {
		this.letters.check(as("daemon", "echo one > a.txt"));
		this.letters.check(as("sys", "echo two >> a.txt"));
		Letter letter = letter("a.txt");
		assertThat(letter.author).isEqualTo("daemon");
		assertThat(letter.editor).isEqualTo("sys");
		assertThat(this.letters.check(as("bin", "cat a.txt"))).isEqualTo("one\ntwo\n");
	}

	@Test
	@Semantics("Who a user is to the application is what the configuration says of the user's id, else what the name "
			+ "service of the machine says.")
	void aUserWhomTheMachineDoesNotKnowHasTheNameThatTheConfigurationGives() {
		assertThat(Shell.in(Path.of("/")).run("getent passwd 20001").isSuccess()).isFalse();
		this.letters.check(as("20001", "echo one > a.txt"));
		assertThat(letter("a.txt").author).isEqualTo("daemon");
		this.letters.check(as("daemon", "rm a.txt"));
	}

	@Test
	void aUserWhoMayNotIsRefusedByTheGuardsOfTheApplication() {
		ShellResult refused = this.letters.run(as("bin", "echo no | cp /dev/stdin b.txt"));
		assertThat(refused.errors()).contains("Permission denied");
		assertThat(repository().count()).isZero();
		this.letters.check(as("daemon", "echo mine > a.txt"));
		assertThat(this.letters.run(as("sys", "rm a.txt")).errors()).contains("Permission denied");
		this.letters.check(as("daemon", "rm a.txt"));
		assertThat(repository().count()).isZero();
	}

	@Test
	void aUserWhomTheApplicationDoesNotKnowIsAnonymousAndReads() {
		this.letters.check(as("daemon", "echo text > a.txt"));
		for (String unknown : new String[] { "54321", "nobody", "root" }) {
			assertThat(this.letters.check(as(unknown, "cat a.txt"))).isEqualTo("text\n");
			assertThat(this.letters.run(as(unknown, "echo no | cp /dev/stdin b.txt")).errors())
				.contains("Permission denied");
		}
		assertThat(repository().count()).isOne();
	}

	@Test
	void aUserWhoseAccountIsLockedIsRefusedWithTheReason() {
		this.letters.check(as("daemon", "echo text > a.txt"));
		assertThat(this.letters.run(as("games", "ls")).errors()).contains("Permission denied");
		assertThat(this.letters.run(as("games", "echo no | cp /dev/stdin a.txt")).errors())
			.contains("Permission denied");
		assertThat(this.letters.check(as("games", "cat ../.fusemount/errors")))
			.contains("The application refuses the user 'games'");
	}

	@Test
	@Semantics("Content that is stored later than requested is stored on behalf of the user who requested it: "
			+ "`Caller.current()` is that user.")
	void contentIsStoredForItsWriterWhoeverAsksForItLater() throws Exception {
		Process writer = new ProcessBuilder("sh", "-c",
				as("daemon", "exec 4> held.txt; echo text >&4; echo written; read line"))
			.directory(this.directory.resolve("mnt/letters").toFile())
			.start();
		assertThat(writer.inputReader().readLine()).isEqualTo("written");
		TestingAuthenticationToken admin = new TestingAuthenticationToken("admin", null);
		SecurityContextHolder.getContext().setAuthentication(admin);
		Mount mount = this.application.getBean(MountRegistry.class).mounts().get(0);
		assertThat(Objects.requireNonNull(mount.fileSystem()).supervision().storeAll(true)).isTrue();
		assertThat(letter("held.txt").author).isEqualTo("daemon");
		assertThat(SecurityContextHolder.getContext().getAuthentication()).isSameAs(admin);
		writer.getOutputStream().write('\n');
		writer.getOutputStream().close();
		assertThat(writer.waitFor()).isZero();
	}

	private LetterRepository repository() {
		return this.application.getBean(LetterRepository.class);
	}

	private Letter letter(String name) {
		return Objects.requireNonNull(repository().findByName(name));
	}

}
