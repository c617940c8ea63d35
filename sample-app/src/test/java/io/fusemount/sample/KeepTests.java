package io.fusemount.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * {@code deploy/keep} holds descriptors of a command from one process to the next: with
 * small programs in place of the application.
 */
@Timeout(120)
class KeepTests {

	/**
	 * What the programs have in common: the file "said" is what they tell the test, and
	 * "got" what they have inherited.
	 */
	private static final String PRELUDE = """
			import os, signal, socket, struct, subprocess, sys, time

			def say(text):
			    with open("said", "a") as file:
			        file.write(text + "\\n")

			def send(text, *descriptors):
			    sender = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
			    sender.connect(os.environ["NOTIFY_SOCKET"])
			    rights = struct.pack("%di" % len(descriptors), *descriptors)
			    sender.sendmsg([text.encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)] if descriptors else [])

			def store(name, descriptor):
			    send("FDSTORE=1\\nFDNAME=" + name, descriptor)

			def wait():
			    say("up %d" % os.getpid())
			    while True:
			        signal.pause()

			got = {}
			if os.environ.get("LISTEN_PID") == str(os.getpid()):
			    names = os.environ["LISTEN_FDNAMES"].split(":")
			    assert len(names) == int(os.environ["LISTEN_FDS"])
			    got = {name: number for number, name in enumerate(names, 3)}
			say("got " + ",".join(sorted(got)))
			""";

	/** Stores both ends of a pipe that has a word in it, or reads it. */
	private static final String PIPE = """
			if "out" in got:
			    say("read " + os.read(got["out"], 99).decode())
			    os.write(got["in"], b"word")
			else:
			    out, end = os.pipe()
			    os.write(end, b"word")
			    store("out", out)
			    store("in", end)
			""";

	private static final String FILES = """
			if not got:
			    store("one", os.open(os.devnull, os.O_RDONLY))
			    store("two", os.open(os.devnull, os.O_RDONLY))
			""";

	private static final String FAIL_LATER = """
			if os.path.exists("fail"):
			    sys.exit(5)
			""";

	@TempDir
	private Path directory;

	private final List<Process> started = new ArrayList<>();

	@BeforeEach
	void requirePython() {
		assumeTrue(Shell.has("python3"), "python3 is not installed (apt-get install python3)");
	}

	@AfterEach
	void endAll() {
		for (Process process : this.started) {
			process.descendants().forEach(ProcessHandle::destroyForcibly);
			process.destroyForcibly();
		}
	}

	@Test
	void theNextProcessGetsWhatTheOneBeforeHasStored() throws Exception {
		Process keep = keep(PIPE + "wait()");
		awaitUp(1);
		signal(keep, "HUP");
		awaitUp(2);
		signal(keep, "HUP");
		awaitUp(3);
		assertThat(said("got", "read")).containsExactly("got ", "got in,out", "read word", "got in,out", "read word");
	}

	@Test
	void whatIsStoredOutlivesAProcessThatIsKilled() throws Exception {
		Process keep = keep(PIPE + "wait()");
		kill(awaitUp(1));
		awaitUp(2);
		assertThat(said("got", "read")).containsExactly("got ", "got in,out", "read word");
		assertThat(output(keep)).contains("status 137, started again in 1 s with 2 descriptors");
	}

	@Test
	void whatWasStoredJustBeforeTheEndIsKept() throws Exception {
		keep("""
				if not got:
				    for name in "abcdefgh":
				        store(name, os.open(os.devnull, os.O_RDONLY))
				    os.kill(os.getpid(), signal.SIGKILL)
				wait()
				""");
		awaitUp(1);
		assertThat(said("got")).containsExactly("got ", "got a,b,c,d,e,f,g,h");
	}

	@Test
	void whatIsRemovedOrBrokenIsNotGivenToTheNextProcess() throws Exception {
		Process keep = keep(FILES + """
				if not got:
				    broken, end = os.pipe()
				    store("broken", broken)
				send("FDSTOREREMOVE=1\\nFDNAME=two")
				wait()
				""");
		awaitUp(1);
		signal(keep, "HUP");
		awaitUp(2);
		assertThat(said("got")).containsExactly("got ", "got one");
	}

	@Test
	void whatIsStoredAgainTakesThePlaceOfWhatHadItsName() throws Exception {
		Process keep = keep("""
				if got:
				    say("read " + os.read(got["out"], 99).decode())
				for word in b"first", b"second":
				    out, end = os.pipe()
				    os.write(end, word)
				    store("out", out)
				    store("in", end)
				wait()
				""");
		awaitUp(1);
		signal(keep, "HUP");
		awaitUp(2);
		assertThat(said("got", "read")).containsExactly("got ", "got in,out", "read second");
	}

	@Test
	void aStrangerIsIgnoredAndAProcessOfTheCommandIsNot() throws Exception {
		Path stranger = Files.writeString(this.directory.resolve("stranger.py"), PRELUDE + """
				store("three", os.open(os.devnull, os.O_RDONLY))
				send("FDSTOREREMOVE=1\\nFDNAME=two")
				time.sleep(0.5)
				""");
		Process keep = keep("say('at ' + os.environ['NOTIFY_SOCKET'])\n" + FILES + "wait()");
		awaitUp(1);
		Path socket = Path.of(said("at").get(0).substring("at ".length()));
		assertThat(Shell.in(Path.of("/")).check("stat -c %a \"$(dirname " + Shell.quote(socket) + ")\""))
			.isEqualTo("700\n");
		Shell.in(this.directory)
			.check("NOTIFY_SOCKET=%s python3 %s".formatted(Shell.quote(socket), Shell.quote(stranger)));
		signal(keep, "HUP");
		awaitUp(2);
		assertThat(said("got")).endsWith("got one,two");
		signal(keep, "TERM");
		requireEnd(keep, 143);

		Files.delete(this.directory.resolve("said"));
		Process other = keep(FILES + "if not got: subprocess.run(['python3', 'stranger.py'])\nwait()");
		awaitUp(1);
		signal(other, "HUP");
		awaitUp(2);
		assertThat(said("got")).endsWith("got one,three");
	}

	@Test
	void aStopIsPassedOnAndTheStatusIsThatOfTheCommand() throws Exception {
		Process keep = keep("signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\n"
				+ "say('at ' + os.environ['NOTIFY_SOCKET'])\n" + PIPE + "wait()");
		awaitUp(1);
		signal(keep, "TERM");
		requireEnd(keep, 7);
		assertThat(Path.of(said("at").get(0).substring("at ".length())).getParent()).doesNotExist();
	}

	@Test
	void aCommandThatEndsInGoodOrderIsNotStartedAgain() throws Exception {
		requireEnd(keep(PIPE + "sys.exit(0)"), 0);
		Process keep = keep(PIPE + "wait()");
		Shell.in(this.directory).check("kill -TERM " + awaitUp(1));
		requireEnd(keep, 143);
	}

	@Test
	void aCommandThatFailsIsStartedAgainAfterLongerAndLongerPauses() throws Exception {
		Process keep = keep(FAIL_LATER + "wait()");
		long first = awaitUp(1);
		Files.createFile(this.directory.resolve("fail"));
		kill(first);
		await().until(() -> output(keep).contains("status 5, started again in 4 s"));
		assertThat(output(keep).lines()).containsExactly("keep: status 137, started again in 1 s with 0 descriptors",
				"keep: status 5, started again in 2 s with 0 descriptors",
				"keep: status 5, started again in 4 s with 0 descriptors");
		Files.delete(this.directory.resolve("fail"));
		signal(keep, "HUP");
		awaitUp(2);
	}

	@Test
	void wherePeopleWaitForNothingItEndsWithACommandThatFails() throws Exception {
		requireEnd(keep("--while-held", PIPE + """
				send("FDSTOREREMOVE=1\\nFDNAME=in")
				send("FDSTOREREMOVE=1\\nFDNAME=out")
				sys.exit(5)
				"""), 5);
		Files.delete(this.directory.resolve("said"));
		keep("--while-held", PIPE + "wait()");
		kill(awaitUp(1));
		awaitUp(2);
	}

	@Test
	void whatNobodyTakesOverIsLetGoOf() throws Exception {
		Process keep = keep("--timeout=2", FAIL_LATER + PIPE + "wait()");
		long first = awaitUp(1);
		Files.createFile(this.directory.resolve("fail"));
		kill(first);
		await().until(() -> output(keep).contains("for 2 s: lets go of 2 descriptors"));
		Files.delete(this.directory.resolve("fail"));
		signal(keep, "HUP");
		awaitUp(2);
		assertThat(said("got")).contains("got in,out").endsWith("got ");
	}

	@Test
	void aProcessThatHangsInItsStartDoesNotHoldItEither() throws Exception {
		Process keep = keep("--timeout=2", PIPE.replace("os.write(got", "signal.pause(); os.write(got") + "wait()");
		awaitUp(1);
		signal(keep, "HUP");
		awaitUp(2);
		assertThat(said("got", "read")).containsExactly("got ", "got in,out", "read word", "got ");
	}

	@Test
	void theCommandIsToldToEndIfTheKeeperIsKilled() throws Exception {
		assumeTrue(Shell.has("setpriv"), "setpriv is not installed (apt-get install util-linux)");
		Process keep = keep("wait()");
		long process = awaitUp(1);
		keep.destroyForcibly();
		await().until(() -> ProcessHandle.of(process).isEmpty());
	}

	@Test
	@EnabledIfFuse
	void programsWaitForTheNextProcessAndTheHelperUnmountsAfterTheEndOfTheKeeper() throws Exception {
		assumeTrue(Shell.has("fusermount3"), "fusermount3 is not installed (apt-get install fuse3)");
		assumeTrue("root".equals(System.getProperty("user.name")), "For others, the helper leaves a dead mount");
		Path mount = Files.createDirectory(this.directory.resolve("mnt"));
		Process keep = keep(FAIL_LATER
				+ """
						mine, its = socket.socketpair()
						os.set_inheritable(its.fileno(), True)
						os.environ["_FUSE_COMMFD"] = str(its.fileno())
						subprocess.Popen(["fusermount3", "-o", "auto_unmount,fsname=keep", "--", os.path.realpath("mnt")], close_fds=False)
						its.close()
						device = socket.recv_fds(mine, 1, 1)[1][0]
						store("fusemount-default-device", device)
						store("fusemount-default-helper", mine.fileno())
						wait()
						""");
		long process = awaitUp(1);
		Files.createFile(this.directory.resolve("fail"));
		kill(process);
		await().until(() -> output(keep).contains("started again in 2 s with 2 descriptors"));
		assertThat(isMounted(mount)).isTrue();
		assertThat(Shell.in(this.directory).withTimeout(Duration.ofSeconds(1)).run("exec stat -f mnt").status())
			.isEqualTo(124);
		keep.destroyForcibly();
		await().until(() -> !isMounted(mount));
	}

	private static boolean isMounted(Path mount) throws IOException {
		return Files.readString(Path.of("/proc/self/mounts")).contains(" " + mount.toRealPath() + " ");
	}

	/** Starts a program under the keeper; the last argument is its text. */
	private Process keep(String... arguments) throws IOException {
		Path program = Files.writeString(this.directory.resolve("program.py"),
				PRELUDE + arguments[arguments.length - 1]);
		List<String> command = new ArrayList<>(List.of(ShareServer.DEPLOY.resolve("keep").toString()));
		command.addAll(Arrays.asList(arguments).subList(0, arguments.length - 1));
		Collections.addAll(command, "python3", program.toString());
		Path output = this.directory.resolve("output-" + this.started.size());
		ProcessBuilder builder = new ProcessBuilder(command).directory(this.directory.toFile())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile());
		builder.environment().put("TMPDIR", this.directory.toString());
		Process process = builder.start();
		this.started.add(process);
		return process;
	}

	private String output(Process keep) {
		return read(this.directory.resolve("output-" + this.started.indexOf(keep)));
	}

	/** What the programs have told that begins with one of the words. */
	private List<String> said(String... words) {
		return read(this.directory.resolve("said")).lines()
			.filter((line) -> Arrays.stream(words).anyMatch((word) -> line.startsWith(word + " ")))
			.toList();
	}

	private static String read(Path file) {
		try {
			return Files.exists(file) ? Files.readString(file) : "";
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Waits until so many processes have been up, and returns the last one. */
	private long awaitUp(int count) {
		await().atMost(Duration.ofSeconds(30)).until(() -> said("up").size() == count);
		return Long.parseLong(said("up").get(count - 1).substring("up ".length()));
	}

	private void signal(Process keep, String signal) {
		Shell.in(this.directory).check("kill -" + signal + " " + keep.pid());
	}

	private void kill(long process) {
		Shell.in(this.directory).check("kill -KILL " + process);
	}

	private void requireEnd(Process keep, int status) throws InterruptedException {
		assertThat(keep.waitFor(30, TimeUnit.SECONDS)).isTrue();
		assertThat(keep.exitValue()).as(() -> output(keep)).isEqualTo(status);
	}

}
