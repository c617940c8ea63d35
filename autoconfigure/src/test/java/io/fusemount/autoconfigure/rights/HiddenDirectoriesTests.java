package io.fusemount.autoconfigure.rights;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.MountRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static io.fusemount.conformance.shell.OtherUsers.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Directories of two users of the machine, each of which the other one does not see.
 */
@EnabledIfFuse
@Timeout(300)
class HiddenDirectoriesTests {

	private static final String CUSTOMER = DeskApplication.CUSTOMER;

	private static final String OTHER = DeskApplication.OTHER;

	/** Tries everything from a directory, and from descriptors that are open. */
	private static final String ATTEMPTS = """
			import os, sys
			os.setresgid(1, 1, 1)
			os.setresuid(%s, %<s, %<s)
			os.chdir('two')
			here = os.open('.', os.O_RDONLY | os.O_DIRECTORY)
			place = os.open('.', os.O_PATH)
			file = os.open('two.txt', os.O_RDONLY)
			found = os.open('two.txt', os.O_PATH)
			print('open', flush=True)
			sys.stdin.readline()
			def attempt(name, *arguments):
			    try:
			        result = getattr(os, name)(*arguments)
			        print(name, *arguments, 'succeeds:', result)
			    except OSError:
			        pass
			for path in ('.', 'two.txt', 'new.txt', here, place, '/proc/self/fd/%%d' %% place, '..'):
			    attempt('stat', path)
			for path in ('.', here, '/proc/self/fd/%%d' %% place):
			    attempt('listdir', path)
			for path in ('two.txt', 'new.txt', '/proc/self/fd/%%d' %% file, '/proc/self/fd/%%d' %% found):
			    attempt('open', path, os.O_RDONLY)
			    attempt('open', path, os.O_RDWR)
			    attempt('open', path, os.O_WRONLY | os.O_CREAT)
			    attempt('open', path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
			    attempt('truncate', path, 0)
			    attempt('utime', path)
			    attempt('chmod', path, 0o600)
			    attempt('getxattr', path, 'user.fusemount.error')
			attempt('mkdir', 'more')
			attempt('unlink', 'two.txt')
			attempt('rename', 'two.txt', 'other.txt')
			attempt('rename', 'two.txt', '../two.txt')
			attempt('statvfs', '.')
			attempt('chmod', '.', 0o700)
			print(os.read(file, 100).decode(), end='')
			""";

	/** Prints what inotify tells a user. */
	private static final String WATCH = """
			import ctypes, os, struct, sys
			os.setresgid(1, 1, 1)
			os.setresuid(%s, %<s, %<s)
			libc = ctypes.CDLL(None, use_errno=True)
			watch = libc.inotify_init1(os.O_NONBLOCK)
			for path in sys.argv[1:]:
			    if libc.inotify_add_watch(watch, path.encode(), 0xfff) < 0:
			        print(path, os.strerror(ctypes.get_errno()))
			print('watching', flush=True)
			sys.stdin.readline()
			try:
			    events = os.read(watch, 65536)
			except BlockingIOError:
			    events = b''
			while events:
			    length = struct.unpack_from('I', events, 12)[0]
			    print(events[16:16 + length].rstrip(bytes(1)).decode())
			    events = events[16 + length:]
			""";

	@TempDir
	private Path directory;

	private ConfigurableApplicationContext application;

	private Shell drawers;

	@BeforeEach
	void start() {
		assumeTrue(Shell.has("python3"), "The program 'python3' is not installed");
		OtherUsers.assumeIn(this.directory);
		this.application = DeskApplication.start(this.directory, "--fusemount.allow-other=true",
				"--fusemount.umask=000");
		this.drawers = Shell.in(this.directory.resolve("mnt/drawers"));
		this.drawers.check(as(CUSTOMER, "mkdir one; echo 1 > one/one.txt"));
		this.drawers.check(as(OTHER, "mkdir two; echo 2 > two/two.txt"));
	}

	@AfterEach
	void stop() {
		if (this.application != null) {
			this.application.close();
		}
	}

	@Test
	@Semantics("In a directory that is hidden from its user meanwhile, nothing is possible but to go on reading and "
			+ "writing what is open.")
	void fromAHiddenDirectoryNothingIsReached() throws Exception {
		Process user = run(ATTEMPTS.formatted(id(OTHER)));
		assertThat(user.inputReader().readLine()).isEqualTo("open");
		this.application.getBean(JdbcTemplate.class).update("update drawer set owner = ? where name = 'two'", CUSTOMER);
		this.application.getBean(MountRegistry.class)
			.mounts()
			.forEach((mount) -> Objects.requireNonNull(mount.fileSystem()).invalidateNames());
		this.drawers.check(as(CUSTOMER, "echo new > two/new.txt"));
		assertThat(rest(user)).containsExactly("2");
		assertThat(this.drawers.check(as(CUSTOMER, "ls two; cat two/*"))).isEqualTo("new.txt\ntwo.txt\nnew\n2\n");
		assertThat(this.drawers.check(as(OTHER, "ls"))).isEmpty();
	}

	@Test
	void aWatchTellsNothingOfADirectoryThatIsHidden() throws Exception {
		Process watcher = run(WATCH.formatted(id(OTHER)), "two", "one", "one/one.txt");
		assertThat(watcher.inputReader().readLine()).isEqualTo("one No such file or directory");
		assertThat(watcher.inputReader().readLine()).isEqualTo("one/one.txt No such file or directory");
		assertThat(watcher.inputReader().readLine()).isEqualTo("watching");
		this.drawers.check(as(CUSTOMER, "echo secret > one/secret.txt; mv one/secret.txt one/more.txt; rm one/*"));
		this.drawers.check(as(OTHER, "echo own > two/own.txt"));
		assertThat(rest(watcher)).contains("own.txt").allMatch(List.of("own.txt")::contains);
	}

	private Process run(String program, String... arguments) throws Exception {
		List<String> command = new ArrayList<>(List.of("python3", "-c", program));
		command.addAll(List.of(arguments));
		return new ProcessBuilder(command).directory(this.directory.resolve("mnt/drawers").toFile())
			.redirectErrorStream(true)
			.start();
	}

	/** Lets the program go on, and returns what it prints. */
	private static List<String> rest(Process program) throws Exception {
		program.getOutputStream().write('\n');
		program.getOutputStream().close();
		List<String> lines = program.inputReader().lines().toList();
		assertThat(program.waitFor()).as("%s", lines).isZero();
		return lines;
	}

	private static String id(String user) {
		return Shell.in(Path.of("/")).check("id -u " + user).strip();
	}

}
