package io.fusemount.autoconfigure.rights;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.MountRegistry;
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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Real users of the machine on one mount, who do not see the same.
 */
@EnabledIfFuse
@Timeout(300)
class MountedRightsTests {

	private static final String CLERK = DeskApplication.CLERK;

	private static final String CUSTOMER = DeskApplication.CUSTOMER;

	private static final String OTHER = DeskApplication.OTHER;

	@TempDir
	private static Path directory;

	private static ConfigurableApplicationContext application;

	private static Shell papers;

	@BeforeAll
	static void start() {
		OtherUsers.assumeIn(directory);
		application = DeskApplication.start(directory, "--fusemount.allow-other=true", "--fusemount.umask=000");
		papers = Shell.in(directory.resolve("mnt/papers"));
	}

	@AfterAll
	static void stop() {
		if (application != null) {
			application.close();
		}
	}

	@BeforeEach
	void clear() {
		repository().deleteAll();
		papers.check(as(CUSTOMER, "echo one > mine.txt"));
		papers.check(as(OTHER, "echo two > theirs.txt"));
	}

	@Test
	@Semantics("A user sees the rows that `readable` lets this user see, and no others.")
	void usersListWhatTheyMaySee() {
		assertThat(papers.check(as(CUSTOMER, "ls"))).isEqualTo("mine.txt\n");
		assertThat(papers.check(as(OTHER, "ls"))).isEqualTo("theirs.txt\n");
		assertThat(papers.check(as(CLERK, "ls"))).isEqualTo("mine.txt\ntheirs.txt\n");
		assertThat(papers.check(as("nobody", "ls"))).isEmpty();
		assertThat(papers.check(as("root", "find . -type f"))).isEmpty();
		assertThat(papers.check(as(CUSTOMER, "du -a --apparent-size -b . | wc -l"))).isEqualTo("2\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "cat theirs.txt", "stat theirs.txt", "ls -l theirs.txt", "rm theirs.txt",
			"mv theirs.txt x", "truncate -c -s 0 $PWD/theirs.txt && cat theirs.txt",
			"touch -c theirs.txt && stat theirs.txt", "cp theirs.txt /dev/null", "readlink -e theirs.txt",
			"getfattr -d theirs.txt", "exec 5<theirs.txt" })
	void whatAUserMayNotSeeIsNotThere(String command) {
		// Whoever may see it has just looked at it, so that the kernel knows it.
		papers.check(as(CLERK, "cat theirs.txt > /dev/null; ls -l > /dev/null; stat theirs.txt > /dev/null"));
		assertThat(papers.run(as(CUSTOMER, command)).status()).as(command).isNotZero();
		assertThat(papers.run(as(CUSTOMER, command)).errors()).doesNotContain("Permission denied");
		assertThat(papers.check(as(OTHER, "cat theirs.txt"))).isEqualTo("two\n");
	}

	@Test
	void anotherUserInTheSameDirectoryGetsNothingFromTheKernelsCaches() {
		// The kernel knows the name and the attributes from the user before.
		assertThat(papers.check(as(OTHER, "stat theirs.txt > /dev/null") + "; "
				+ as(CUSTOMER, "stat -c %s theirs.txt; cat theirs.txt; ls") + " 2>&1"))
			.contains("No such file or directory")
			.endsWith("mine.txt\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "echo x | dd of=theirs.txt status=none", "mkdir theirs.txt", "mv mine.txt theirs.txt",
			"mv -n mine.txt theirs.txt && ls mine.txt && false", "ln -s x theirs.txt" })
	@Semantics("A name that something has which the user may not see is taken: what would give the name to something "
			+ "else fails with EEXIST.")
	void aHiddenNameIsTaken(String command) {
		papers.run(as(CUSTOMER, command));
		assertThat(papers.check(as(CUSTOMER, "ls"))).isEqualTo("mine.txt\n");
		assertThat(papers.check(as(CLERK, "cat mine.txt theirs.txt"))).isEqualTo("one\ntwo\n");
		assertThat(repository().count()).isEqualTo(2);
	}

	@Test
	void aHiddenNameIsToldToBeTaken() {
		assertThat(papers.run(as(CUSTOMER, "echo x > theirs.txt")).errors()).contains("File exists");
		assertThat(papers.run(as(CUSTOMER, "mkdir theirs.txt")).errors()).containsAnyOf("File exists", "not permitted");
		assertThat(papers.run(as(CUSTOMER, "mv mine.txt theirs.txt")).errors()).contains("File exists");
	}

	@Test
	@Semantics("A user who may read a row and not change it gets EACCES for every change.")
	void whatAUserMayOnlyReadIsReadAndNotChanged() {
		sign("mine.txt");
		assertThat(papers.check(as(CUSTOMER, "cat mine.txt"))).isEqualTo("one\n");
		for (String change : List.of("echo x >> mine.txt", "rm -f mine.txt", "mv mine.txt other.txt",
				"truncate -s 0 mine.txt", "touch mine.txt", "echo y > new.txt && mv new.txt mine.txt")) {
			assertThat(papers.run(as(CUSTOMER, change)).errors()).as(change).contains("Permission denied");
		}
		papers.check(as(CLERK, "echo clerk >> mine.txt"));
		assertThat(papers.check(as(CUSTOMER, "cat mine.txt"))).isEqualTo("one\nclerk\n");
		assertThat(Objects.requireNonNull(repository().findByName("mine.txt")).owner).isEqualTo(CUSTOMER);
	}

	@Test
	@Semantics("A handle goes on with what its opening was allowed; the next opening is asked again.")
	void aHandleGoesOnWhenTheRightIsLost() throws Exception {
		Process reader = new ProcessBuilder("sh", "-c",
				as(CUSTOMER,
						"exec 4<mine.txt 2>&1; echo open; read line; cat <&4; cat mine.txt || echo refused; "
								+ "cat /proc/self/fd/4 || echo refused"))
			.directory(directory.resolve("mnt/papers").toFile())
			.redirectErrorStream(true)
			.start();
		assertThat(reader.inputReader().readLine()).isEqualTo("open");
		give("mine.txt", OTHER);
		reader.getOutputStream().write('\n');
		reader.getOutputStream().close();
		assertThat(reader.inputReader().lines()).filteredOn((line) -> !line.startsWith("cat:"))
			.containsExactly("one", "refused", "refused");
		assertThat(reader.waitFor()).isZero();
		assertThat(papers.check(as(OTHER, "cat mine.txt"))).isEqualTo("one\n");
	}

	/** As the server of NFS opens files: by handle, with the rights of the user. */
	@Test
	void anOpeningByHandleIsAskedToo() {
		assumeTrue(Shell.has("python3"), "No python3 to open files by handle");
		String probe = """
				import ctypes, os
				libc = ctypes.CDLL(None, use_errno=True)
				class Handle(ctypes.Structure):
				    _fields_ = [('bytes', ctypes.c_uint), ('type', ctypes.c_int), ('data', ctypes.c_char * 128)]
				class Header(ctypes.Structure):
				    _fields_ = [('version', ctypes.c_uint), ('pid', ctypes.c_int)]
				handle = Handle(128, 0, b'')
				mount = ctypes.c_int()
				here = os.open('.', os.O_RDONLY)
				os.seteuid(%s)
				assert libc.name_to_handle_at(here, b'theirs.txt', ctypes.byref(handle), ctypes.byref(mount), 0) == 0
				os.seteuid(0)
				os.setresgid(1, 1, 1)
				libc.prctl(8, 1, 0, 0, 0) # PR_SET_KEEPCAPS
				os.setresuid(%s, %<s, %<s)
				search = 1 << 2 # CAP_DAC_READ_SEARCH
				assert libc.capset(ctypes.byref(Header(0x20080522, 0)), (ctypes.c_uint * 6)(search, search)) == 0
				fd = libc.open_by_handle_at(here, ctypes.byref(handle), os.O_RDONLY)
				print(os.read(fd, 10).decode() if fd >= 0 else os.strerror(ctypes.get_errno()))
				""";
		assertThat(papers.check("python3 -c " + Shell.quote(probe.formatted(id(CLERK), id(OTHER))))).startsWith("two");
		assertThat(papers.check("python3 -c " + Shell.quote(probe.formatted(id(CLERK), id(CUSTOMER)))))
			.containsAnyOf("No such file", "Stale");
	}

	private static String id(String user) {
		return Shell.in(Path.of("/")).check("id -u " + user).strip();
	}

	@Test
	@Semantics("What has no row yet is seen by the user who made it, and by those who see the same in the directory.")
	void whatIsNotStoredYetIsItsMakersAlone() throws Exception {
		Process writer = new ProcessBuilder("sh", "-c",
				as(CUSTOMER,
						"exec 4> new.txt; touch .new.txt.swp; echo written; read line; echo text >&4; rm .new.txt.swp"))
			.directory(directory.resolve("mnt/papers").toFile())
			.start();
		assertThat(writer.inputReader().readLine()).isEqualTo("written");
		assertThat(papers.check(as(CUSTOMER, "ls -A"))).contains("new.txt", ".new.txt.swp");
		assertThat(papers.check(as(OTHER, "ls -A"))).isEqualTo("theirs.txt\n");
		assertThat(papers.run(as(CLERK, "cat new.txt")).errors()).contains("No such file");
		assertThat(papers.run(as(OTHER, "echo x > new.txt")).errors()).contains("File exists");
		assertThat(papers.run(as(OTHER, "cat .new.txt.swp")).errors()).contains("No such file");
		writer.getOutputStream().write('\n');
		writer.getOutputStream().close();
		assertThat(writer.waitFor()).isZero();
		assertThat(papers.check(as(CLERK, "cat new.txt"))).isEqualTo("text\n");
	}

	@Test
	@Semantics("The time of a directory does not move for a user because of changes that this user cannot see.")
	void theTimeOfADirectoryDoesNotTellOfWhatIsHidden() throws Exception {
		String before = papers.check(as(CUSTOMER, "ls > /dev/null; stat -c %Y.%y ."));
		Thread.sleep(20);
		papers.check(as(OTHER, "echo more > more.txt; rm more.txt"));
		assertThat(papers.check(as(CUSTOMER, "ls > /dev/null; stat -c %Y.%y ."))).isEqualTo(before);
		papers.check(as(CUSTOMER, "echo more > own.txt"));
		assertThat(papers.check(as(CUSTOMER, "stat -c %Y.%y ."))).isNotEqualTo(before);
	}

	@Test
	@Semantics("Method security in front of Spring Data's own reading methods is asked for each user.")
	void guardsOfTheApplicationAreAsked() {
		Shell minutes = Shell.in(directory.resolve("mnt/minutes"));
		minutes.check(as(CLERK, "echo secret > a.txt"));
		assertThat(minutes.check(as(CLERK, "ls; cat a.txt"))).isEqualTo("a.txt\nsecret\n");
		for (String user : List.of(CUSTOMER, "nobody", "root")) {
			assertThat(minutes.run(as(user, "ls")).errors()).contains("Permission denied");
			assertThat(minutes.run(as(user, "cat a.txt")).errors()).contains("Permission denied");
			assertThat(minutes.run(as(user, "echo x > b.txt")).errors()).contains("Permission denied");
		}
		assertThat(minutes.check(as(CLERK, "rm a.txt; ls"))).isEmpty();
	}

	private static PaperRepository repository() {
		return application.getBean(PaperRepository.class);
	}

	private static void sign(String name) {
		change("update paper set signed = true where name = ?", name);
	}

	private static void give(String name, String owner) {
		change("update paper set owner = ? where name = ?", owner, name);
	}

	/** Without another version, which would be another content to handles. */
	private static void change(String update, Object... parameters) {
		application.getBean(JdbcTemplate.class).update(update, parameters);
		application.getBean(MountRegistry.class)
			.mounts()
			.forEach((mount) -> Objects.requireNonNull(mount.fileSystem()).invalidateNames());
	}

}
