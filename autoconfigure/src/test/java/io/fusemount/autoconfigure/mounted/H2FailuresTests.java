package io.fusemount.autoconfigure.mounted;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import javax.sql.DataSource;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.h2.api.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What users see of failures, with the programs that they have.
 */
@EnabledIfFuse
@Timeout(600)
@ExtendWith(OutputCaptureExtension.class)
class H2FailuresTests {

	@TempDir
	Path directory;

	@Test
	void usersReadWhyAndGetTheirBytesBack() throws Exception {
		assumeTrue(Shell.has("getfattr"), "getfattr is not installed");
		try (ConfigurableApplicationContext application = start()) {
			Shell shell = Shell.in(MountedApplication.files(this.directory));
			shell.check("printf before > a.txt");
			assertThat(shell.run("getfattr -n user.fusemount.error a.txt").errors()).contains("No such attribute");
			assertThatIOException().isThrownBy(() -> writeWhileSomebodyElseDoes(application, "mine"))
				.withMessageContaining("Stale file handle");
			// The kernel says that the last handle is closed after close() has returned.
			await().atMost(Duration.ofMinutes(2))
				.untilAsserted(() -> assertThat(shell.check("cat ../.fusemount/errors"))
					.contains(" ESTALE fsync /files/a.txt: ")
					.contains("; the bytes are in .fusemount/unsaved/"));
			assertThat(shell.check("cat a.txt")).isEqualTo("before");
			assertThat(shell.check("getfattr --only-values -n user.fusemount.error a.txt")).startsWith("ESTALE: ")
				.contains("your bytes are in .fusemount/unsaved/");
			assertThat(shell.check("ls -A .. && find ..")).doesNotContain(".fusemount");
			// mv .fusemount/unsaved/2026...-a.txt files/b.txt
			shell.check("mv ../.fusemount/unsaved/*-a.txt b.txt");
			assertThat(shell.check("cat b.txt; ls ../.fusemount/unsaved")).isEqualTo("mine");
			shell.check("printf after > a.txt");
			assertThat(shell.check("getfattr -d a.txt")).isEmpty();
		}
	}

	@Test
	void refusalOfAFileThatIsCreatedForReadingReachesItsProgram(CapturedOutput output) throws Exception {
		assumeTrue(Shell.has("flock"), "flock is not installed");
		try (ConfigurableApplicationContext application = start()) {
			try (Connection connection = application.getBean(DataSource.class).getConnection();
					Statement statement = connection.createStatement()) {
				statement.execute("alter table stored_file add constraint no_locks check (name not like '%.lock')");
			}
			Shell shell = Shell.in(MountedApplication.files(this.directory));
			// openat("a.lock", O_RDONLY|O_CREAT|O_NOCTTY)
			assertThat(shell.run("flock a.lock true").errors()).contains("cannot open lock file a.lock")
				.contains("Invalid argument");
			assertThat(shell.check("ls -A; flock a true; ls -A").strip()).isEqualTo("a");
			assertThat(shell.check("cat ../.fusemount/errors"))
				.contains(" EINVAL create /files/a.lock: A rule of the database refuses ")
				.doesNotContainIgnoringCase("no_locks");
			assertThat(output.toString().lines().filter((line) -> line.contains("create /files/a.lock: EINVAL")))
				.singleElement()
				.asString()
				.containsIgnoringCase("no_locks");
		}
	}

	@Test
	void aRuleAboutContentDoesNotMeetFilesBeforeTheyAreWritten(CapturedOutput output) throws Exception {
		try (ConfigurableApplicationContext application = start()) {
			try (Connection connection = application.getBean(DataSource.class).getConnection();
					Statement statement = connection.createStatement()) {
				statement.execute("alter table stored_file add constraint not_empty check (size > 0)");
			}
			Shell shell = Shell.in(MountedApplication.files(this.directory));
			assertThat(shell.run("echo a > a.txt; bash -c 'echo b > b.txt'; cat a.txt > c.txt; cat b.txt > a.txt")
				.errors()).isEmpty();
			assertThat(shell.check("cat a.txt b.txt c.txt")).isEqualTo("b\nb\na\n");
			assertThat(shell.check("cat ../.fusemount/errors")).isEmpty();
			shell.run(": > d.txt");
			await().atMost(Duration.ofMinutes(2))
				.untilAsserted(() -> assertThat(shell.check("cat ../.fusemount/errors"))
					.contains(" /files/d.txt: A rule of the database refuses ")
					.doesNotContainIgnoringCase("not_empty"));
			assertThat(output).containsIgnoringCase("not_empty");
		}
	}

	@Test
	void ruleOfATriggerIsReadWithItsMessageAloneAndTheLogHasTheRest(CapturedOutput output) throws Exception {
		try (ConfigurableApplicationContext application = start()) {
			try (Connection connection = application.getBean(DataSource.class).getConnection();
					Statement statement = connection.createStatement()) {
				statement.execute("create trigger sundays before insert, update on stored_file for each row call '%s'"
					.formatted(Sundays.class.getName()));
			}
			Shell shell = Shell.in(MountedApplication.files(this.directory));
			assertThat(shell.run("cp /etc/hostname sunday").errors()).contains("Invalid argument");
			shell.check("printf a > monday");
			assertThat(shell.run("mv monday sunday").errors()).contains("Operation not permitted");
			assertThat(shell.check("cut -d ' ' -f 2- ../.fusemount/errors | sed 's/; the bytes are.*//'")).isEqualTo("""
					EINVAL close /files/sunday: Nothing is stored on sundays
					EPERM rename /files/monday: Nothing is stored on sundays
					""");
			assertThat(output.toString().lines().filter((line) -> line.contains("flush /files/sunday: EINVAL")))
				.singleElement()
				.asString()
				.contains("Cause: GenericJDBCException: could not execute statement [Nothing is stored on sundays")
				.contains("insert into stored_file");
		}
	}

	/** The rule of a trigger. */
	public static final class Sundays implements Trigger {

		@Override
		public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
			if (after != null && Arrays.asList(after).contains("sunday")) {
				throw new SQLException("Nothing is stored on sundays");
			}
		}

	}

	@Test
	void bothVersionsAreKeptIfThatIsThePolicy() throws Exception {
		try (ConfigurableApplicationContext application = start("--fusemount.conflicts=keep-both")) {
			Shell shell = Shell.in(MountedApplication.files(this.directory));
			shell.check("printf before > a.txt");
			writeWhileSomebodyElseDoes(application, "mine");
			assertThat(shell.check("cat a.txt")).isEqualTo("before");
			assertThat(shell.check("cat 'a (conflict '*').txt'")).isEqualTo("mine");
			assertThat(shell.check("cat ../.fusemount/errors")).contains(" ESTALE close /files/a.txt: ")
				.contains("; the bytes are in /files/a (conflict ");
		}
	}

	@Test
	void nothingCanBeDeletedFromAMountThatIsReadOnly() throws Exception {
		Path unsaved = this.directory.resolve("spool/unsaved");
		Files.createDirectories(unsaved);
		Files.writeString(unsaved.resolve("a.txt"), "text");
		try (ConfigurableApplicationContext application = start("--fusemount.read-only=true")) {
			Shell shell = Shell.in(MountedApplication.files(this.directory));
			assertThat(shell.check("cat ../.fusemount/unsaved/a.txt")).isEqualTo("text");
			assertThat(shell.run("rm -f ../.fusemount/unsaved/a.txt").errors()).contains("Read-only file system");
			assertThat(shell.check("ls ../.fusemount/unsaved").strip()).isEqualTo("a.txt");
		}
	}

	@Test
	void whatWouldBeTooLargeIsRefusedBeforeAnythingIsStored() throws Exception {
		try (ConfigurableApplicationContext application = start("--fusemount.max-file-size=1MB")) {
			Shell shell = Shell.in(MountedApplication.files(this.directory));
			shell.check("head -c 1048576 /dev/zero > largest.bin");
			for (String growing : List.of("truncate -s 60G largest.bin", "head -c 1 /dev/zero >> largest.bin",
					"fallocate -l 1048577 largest.bin")) {
				assertThat(shell.run(growing).errors()).as(growing).contains("File too large");
			}
			assertThat(shell.check("stat -c %s largest.bin").strip()).isEqualTo("1048576");
			assertThat(shell.check("cat ../.fusemount/errors"))
				.contains("A file of 64424509440 bytes exceeds the limit of 1048576 bytes");
			assertThat(shell.check("ls ../.fusemount/unsaved")).isEmpty();
			// The owner of a smaller file may want to keep it.
			shell.check("truncate -s 10 largest.bin");
		}
	}

	private ConfigurableApplicationContext start(String... settings) {
		return MountedApplication.start("jdbc:h2:file:" + this.directory.resolve("h2"), this.directory, settings);
	}

	private void writeWhileSomebodyElseDoes(ConfigurableApplicationContext application, String text)
			throws IOException, SQLException {
		try (FileChannel file = FileChannel.open(MountedApplication.files(this.directory).resolve("a.txt"),
				StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
			file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
			try (Connection connection = application.getBean(DataSource.class).getConnection();
					Statement statement = connection.createStatement()) {
				assertThat(statement.executeUpdate("update stored_file set version = version + 1")).isOne();
			}
			file.force(true);
		}
	}

}
