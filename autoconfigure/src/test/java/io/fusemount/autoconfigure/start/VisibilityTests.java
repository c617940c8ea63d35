package io.fusemount.autoconfigure.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.machine.EnabledIfMachine;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The visibility of the mount of an application in a mount namespace of its own, and its
 * report by the application, in real namespaces of the kernel.
 */
@EnabledIfFuse
@EnabledIfMachine
@Timeout(600)
class VisibilityTests {

	private static final String SERVICE = "Nobody outside of this service sees the mount: "
			+ "it has a mount namespace of its own, in which ";

	private static final String CONTAINER = "Only programs in this container see the mount: ";

	private static final String SLAVE = " receives mounts from outside but does not pass its own on (a slave mount).";

	private static final String PRIVATE = " does not pass mounts on (a private mount).";

	@TempDir
	private Path outside;

	/** A filesystem of its own, whose mounts go to all namespaces that share it. */
	private Path directory;

	@BeforeEach
	void mountSharedDirectory() throws IOException {
		this.directory = Files.createDirectory(this.outside.toRealPath().resolve("shared"));
		Shell.in(this.outside)
			.check("mount -t tmpfs -o mode=700 shared shared && mount --make-shared shared && mkdir shared/mnt");
	}

	@AfterEach
	void unmountSharedDirectory() {
		Shell.in(this.outside).check("umount -l shared");
	}

	private String shell(String command) {
		return Shell.in(this.directory).check(command);
	}

	private ChildProgram start(String... namespace) {
		return SmallApplication.start(List.of(namespace), this.directory);
	}

	@Test
	void aServiceWhoseMountsNobodySharesSaysSo() {
		try (ChildProgram application = start("unshare", "-m", "--propagation", "private")) {
			assertUnseen(application, SERVICE + this.directory + PRIVATE);
		}
	}

	@Test
	void aServiceThatGivesNoMountsBackSaysSo() {
		try (ChildProgram application = start("unshare", "-m", "--propagation", "slave")) {
			assertUnseen(application, SERVICE + this.directory + SLAVE);
		}
	}

	@Test
	void aServiceThatSharesItsMountsHasNothingToSay() {
		try (ChildProgram application = start("unshare", "-m", "--propagation", "shared")) {
			assertSeen(application);
		}
	}

	@Test
	void anApplicationInTheNamespaceOfTheMachineHasNothingToSay() {
		try (ChildProgram application = start()) {
			assertSeen(application);
		}
	}

	@Test
	void namesOfOtherMountsThatJavaCanNotReadChangeNothing() {
		String mount = "name=$(printf '%s') && mkdir \"$name\" && mount -t tmpfs other \"$name\"";
		shell(mount.formatted("\\303\\274"));
		try (ChildProgram application = start("env", "LC_ALL=C")) {
			assertSeen(application);
		}
		shell(mount.formatted("\\374"));
		try (ChildProgram application = start("unshare", "-m", "--propagation", "private")) {
			assertUnseen(application, SERVICE + this.directory + PRIVATE);
		}
	}

	/** In a namespace of its own, for others may still read their tables by lines. */
	@Test
	void aNameOfAnotherMountThatHasACarriageReturnChangesNothing() {
		String mount = "cd " + Shell.quote(this.directory) + " && name=$(printf 'a\\rb') && mkdir \"$name\""
				+ " && mount -t tmpfs other \"$name\" && exec \"$@\"";
		try (ChildProgram application = start("unshare", "-m", "--propagation", "private", "sh", "-c", mount, "sh")) {
			assertUnseen(application, SERVICE + this.directory + PRIVATE);
		}
	}

	@Test
	void aContainerToWhichADirectoryIsBoundWithoutRsharedSaysSo() {
		try (ChildProgram application = container("private")) {
			assertUnseen(application, CONTAINER + this.directory + PRIVATE);
		}
		try (ChildProgram application = container("slave")) {
			assertUnseen(application, CONTAINER + this.directory + SLAVE);
		}
	}

	@Test
	void aContainerToWhichADirectoryIsBoundWithRsharedHasNothingToSay() {
		try (ChildProgram application = container("shared")) {
			assertSeen(application);
		}
	}

	@Test
	@Semantics("`status` names directories of the server to root and the owner of all files only.")
	void aUserIsNotToldWhereTheServerHasIt() {
		OtherUsers.assume();
		shell("chmod a+rx .. .");
		List<String> service = List.of("unshare", "-m", "--propagation", "private");
		try (ChildProgram application = SmallApplication.start(service, this.directory,
				"--fusemount.allow-other=true")) {
			application.await("Started.");
			assertThat(inside(application, OtherUsers.as(65532, readStatus())))
				.contains("\nvisibility: " + SERVICE + "the filesystem below the mount point" + PRIVATE)
				.doesNotContain(this.directory.toString());
			assertThat(inside(application, readStatus()))
				.contains("\nvisibility: " + SERVICE + this.directory + PRIVATE);
		}
	}

	/** Process 1 is the application itself. */
	private ChildProgram container(String propagation) {
		return start("unshare", "-m", "--propagation", propagation, "-p", "-f", "--kill-child", "--mount-proc");
	}

	private void assertUnseen(ChildProgram application, String words) {
		application.await("Started.");
		assertThat(application.output()).contains(this.directory.resolve("mnt") + ": " + words);
		assertThat(ask(application, "health")).startsWith("UP ").contains("visibility=" + words);
		assertThat(ask(application, "mount")).contains("state=MOUNTED", "visibility=" + words);
		assertThat(inside(application, readStatus())).startsWith("UP\n").contains("\nvisibility: " + words);
		assertThat(shell("ls mnt")).as("what others see").isEmpty();
	}

	private void assertSeen(ChildProgram application) {
		application.await("Started.");
		assertThat(ask(application, "health")).contains("UP").doesNotContain("visibility");
		assertThat(ask(application, "mount")).contains("state=MOUNTED", "visibility=null");
		assertThat(inside(application, readStatus())).startsWith("UP\n").doesNotContain("visibility");
		assertThat(shell("cat mnt/" + SmallApplication.FILE)).isEqualTo("hello");
		assertThat(application.output()).doesNotContain(SERVICE, CONTAINER);
	}

	private static String ask(ChildProgram application, String question) {
		application.send(question);
		return application.await("Answer: ");
	}

	private String readStatus() {
		return "cat " + Shell.quote(this.directory.resolve("mnt/.fusemount/status"));
	}

	/** Runs a command line where the application runs. */
	private String inside(ChildProgram application, String line) {
		long inside = ProcessHandle.of(application.pid())
			.flatMap((process) -> process.children().filter(this::isJava).findFirst())
			.map(ProcessHandle::pid)
			.orElse(application.pid());
		return shell("nsenter -t " + inside + " -m " + line);
	}

	private boolean isJava(ProcessHandle process) {
		return process.info().command().orElse("").endsWith("/java");
	}

}
