package io.fusemount.autoconfigure.rights;

import java.nio.file.Path;
import java.util.List;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static io.fusemount.conformance.shell.OtherUsers.as;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Real users of the machine where a bean or the repository itself says who sees a row,
 * and where method security says who saves anything.
 */
@EnabledIfFuse
@Timeout(300)
class MountedOwnRightsTests {

	private static final String CLERK = DeskApplication.CLERK;

	private static final String CUSTOMER = DeskApplication.CUSTOMER;

	private static final String OTHER = DeskApplication.OTHER;

	/** Fails with EEXIST where a name is taken, as office programs ask for it. */
	private static final String EXCLUSIVELY = "set -C; echo x > %s";

	@TempDir
	private static Path directory;

	private static ConfigurableApplicationContext application;

	@BeforeAll
	static void start() {
		OtherUsers.assumeIn(directory);
		application = DeskApplication.start(directory, "--fusemount.allow-other=true", "--fusemount.umask=000");
	}

	@AfterAll
	static void stop() {
		if (application != null) {
			application.close();
		}
	}

	@BeforeEach
	void clear() {
		List.of("bulletins", "cards", "notices").forEach((name) -> in(name).check(as(CLERK, "rm -f *")));
		for (String name : List.of("bulletins", "cards")) {
			in(name).check(as(CUSTOMER, "echo one > mine.txt"));
			in(name).check(as(OTHER, "echo two > theirs.txt"));
		}
	}

	private static Shell in(String name) {
		return Shell.in(directory.resolve("mnt/" + name));
	}

	@ParameterizedTest
	@ValueSource(strings = { "bulletins", "cards" })
	void usersListWhatTheyMaySee(String name) {
		for (String list : List.of("ls", "find . -type f -printf '%P\\n' | sort")) {
			assertThat(in(name).check(as(CUSTOMER, list))).isEqualTo("mine.txt\n");
			assertThat(in(name).check(as(OTHER, list))).isEqualTo("theirs.txt\n");
			assertThat(in(name).check(as(CLERK, list))).isEqualTo("mine.txt\ntheirs.txt\n");
		}
		assertThat(in(name).check(as(CUSTOMER, "cat *"))).isEqualTo("one\n");
		assertThat(in(name).check(as(CLERK, "cat *"))).isEqualTo("one\ntwo\n");
		assertThat(in(name).run(as("nobody", "cat mine.txt")).isSuccess()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "bulletins", "cards" })
	void whatAUserMayNotSeeIsNotThere(String name) {
		in(name).check(as(CLERK, "cat theirs.txt; ls -l; stat theirs.txt"));
		for (String use : List.of("cat theirs.txt", "exec 5<theirs.txt", "stat theirs.txt", "find theirs.txt",
				"rm theirs.txt", "mv theirs.txt x")) {
			assertThat(in(name).run(as(CUSTOMER, use)).errors()).as(use).contains("No such file");
		}
		assertThat(in(name).check(as(OTHER, "cat theirs.txt"))).isEqualTo("two\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "bulletins", "cards" })
	void aHiddenNameIsTaken(String name) {
		for (String use : List.of(EXCLUSIVELY.formatted("theirs.txt"), "echo x > theirs.txt")) {
			assertThat(in(name).run(as(CUSTOMER, use)).errors()).as(use).contains("File exists");
		}
		// The words of mv differ: it looks at the name again, and finds nothing.
		for (String use : List.of("mv mine.txt theirs.txt", "echo y > new.tmp && mv new.tmp theirs.txt")) {
			assertThat(in(name).run(as(CUSTOMER, use)).status()).as(use).isNotZero();
		}
		in(name).check(as(CUSTOMER, "rm new.tmp; " + EXCLUSIVELY.formatted("free.txt") + "; rm free.txt"));
		assertThat(in(name).check(as(CLERK, "ls; cat mine.txt theirs.txt")))
			.isEqualTo("mine.txt\ntheirs.txt\none\ntwo\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "bulletins", "cards" })
	void ownFilesAreChangedReplacedAndRemoved(String name) {
		in(name)
			.check(as(CUSTOMER, "echo more >> mine.txt; echo new > new.tmp; mv new.tmp mine.txt; mv mine.txt a.txt"));
		assertThat(in(name).check(as(CUSTOMER, "ls; cat a.txt"))).isEqualTo("a.txt\nnew\n");
		in(name).check(as(CUSTOMER, "rm a.txt"));
		assertThat(in(name).check(as(CLERK, "ls"))).isEqualTo("theirs.txt\n");
	}

	@Test
	@Semantics("A user whom method security on `save` lets save nothing, whatever the entity is, gets EACCES by the `open` "
			+ "that would write or create; a guard that looks at the entity is asked when that is stored.")
	void whoMaySaveNothingIsRefusedBeforeAnythingIsWritten() {
		in("notices").check(as(CLERK, "echo text > a.txt"));
		for (String change : List.of("echo no > b.txt", "echo no > a.txt", "echo no >> a.txt", "exec 5<>a.txt",
				"truncate -s 0 a.txt", "touch b.txt", "cp a.txt b.txt", EXCLUSIVELY.formatted("b.txt"))) {
			assertThat(in("notices").run(as(CUSTOMER, change)).errors()).as(change).contains("Permission denied");
		}
		assertThat(in("notices").check(as(CUSTOMER, "ls; cat a.txt"))).isEqualTo("a.txt\ntext\n");
		assertThat(in(".fusemount").check(as(CUSTOMER, "cat errors; ls unsaved")).lines()).isNotEmpty()
			.allMatch((line) -> line
				.endsWith("The application does not let this user store anything in NoticeRepository"));
		in("notices").check(as(CLERK, "echo more >> a.txt; rm a.txt"));
		assertThat(application.getBean(JdbcTemplate.class).queryForObject("select count(*) from notice", Integer.class))
			.isZero();
	}

}
