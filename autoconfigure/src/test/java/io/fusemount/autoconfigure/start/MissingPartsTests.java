package io.fusemount.autoconfigure.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.machine.EnabledIfMachine;
import io.fusemount.conformance.machine.Machine;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A requirement of mounting is missing on this machine, or not permitted: it is really
 * taken away from the application, in a mount namespace of its own.
 */
@EnabledIfFuse
@EnabledIfMachine
@Timeout(600)
class MissingPartsTests {

	private static final String OVER_LIBFUSE = "--fusemount.transport=jnr";

	@TempDir
	private Path directory;

	private Path mountPoint;

	@BeforeEach
	void createMountPoint() throws IOException {
		this.directory = this.directory.toRealPath();
		this.mountPoint = Files.createDirectory(this.directory.resolve("mnt"));
	}

	private Machine machine() {
		return new Machine(this.directory);
	}

	private Machine withoutLibrary() {
		return machine().without("libfuse.so.2*", "/lib", "/lib/*", "/lib64", "/usr/lib", "/usr/lib/*", "/usr/lib64",
				"/usr/local/lib", "/usr/local/lib/*");
	}

	private Machine withoutHelper() {
		return machine().without("fusermount*", "/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin");
	}

	/** Returns a machine with a device of its own, and a directory owned by the user. */
	private Machine asNobody(String deviceMode) throws IOException {
		return asNobody(machine(), deviceMode);
	}

	private Machine asNobody(Machine machine, String deviceMode) throws IOException {
		Files.setPosixFilePermissions(this.directory, PosixFilePermissions.fromString("rwxr-xr-x"));
		Shell.in(this.directory).check("chown -R nobody .");
		return machine.without("fuse", "/dev").line("mknod -m " + deviceMode + " /dev/fuse c 10 229").asUser("nobody");
	}

	@Test
	void mountsWithoutTheLibrary() {
		try (ChildProgram application = start(withoutLibrary())) {
			application.await("Started.");
			assertMounted(application);
		}
	}

	@Test
	void namesThePackagesOfTheLibraryToWhoAsksForIt() {
		assertFailsToStart(start(withoutLibrary(), OVER_LIBFUSE),
				"The library libfuse 2 could not be loaded (libfuse.so.2: cannot open",
				"apt-get install libfuse2 fuse3", "apt-get install libfuse2t64 fuse3", "dnf install fuse-libs",
				"pacman -S fuse2", "apk add fuse");
	}

	@Test
	void namesThePackagesOfTheHelper() {
		assertFailsToStart(withoutHelper(), "The program fusermount, which mounting requires, is not installed",
				"apt-get install fuse3", "dnf install fuse3");
	}

	@Test
	void saysThatTheKernelOffersNoDevice() {
		assertFailsToStart(machine().without("fuse", "/dev"), "There is no /dev/fuse", "modprobe fuse",
				"--device /dev/fuse --cap-add SYS_ADMIN");
	}

	@Test
	void saysThatTheUserMayNotOpenTheDevice() throws IOException {
		assertFailsToStart(asNobody("600"), "/dev/fuse may not be opened by the user 'nobody'",
				"give the user that runs the application read and write access to /dev/fuse");
	}

	@Test
	void saysThatTheUserMayNotWriteToTheMountPoint() throws IOException {
		Machine machine = asNobody("666");
		Shell.in(this.directory).check("chown root mnt");
		assertFailsToStart(machine, "is not writable for the user 'nobody'", "owner of the mount point");
	}

	@Test
	void saysThatOthersMayEnterOnlyIfTheAdministratorAllowsIt() throws IOException {
		Machine machine = asNobody("666").line("[ ! -e /etc/fuse.conf ] || mount --bind /dev/null /etc/fuse.conf");
		assertFailsToStart(start(machine, "--fusemount.allow-other=true"),
				"option allow_other only allowed if 'user_allow_other' is set",
				"Add the line 'user_allow_other' to /etc/fuse.conf");
	}

	@Test
	void saysThatThereIsNoMountPoint() throws IOException {
		Files.delete(this.mountPoint);
		assertFailsToStart(machine(), "does not exist", "Create the directory", "fusemount.create-mount-point=true");
	}

	@Test
	void saysThatNativeCodeMayNotBeLoaded() throws IOException {
		String quoted = Shell.quote(this.directory);
		assertFailsToStart(asNobody("666").line("mount --rbind %1$s %1$s".formatted(quoted))
			.line("mount -o remount,bind,noexec " + quoted), "Native code could not be used", "java.io.tmpdir");
	}

	@Test
	void mountsForAnOrdinaryUser() throws IOException {
		try (ChildProgram application = start(asNobody("666"))) {
			application.await("Started.");
			assertMounted(application);
		}
	}

	@Test
	void saysWhyTheKernelDoesNotReadContentItselfForAnOrdinaryUser() throws IOException {
		try (ChildProgram application = start(asNobody("666"))) {
			application.await("Started.");
			assertThat(application.output())
				.contains("passthrough is not used: Operation not permitted: the process " + "has no CAP_SYS_ADMIN");
		}
	}

	@Test
	void saysThatTheKernelIsNotToReadContentItself() {
		try (ChildProgram application = start(machine(), "--fusemount.passthrough=off")) {
			application.await("Started.");
			assertThat(application.output()).contains("passthrough is not used: fusemount.passthrough is off");
		}
	}

	@Test
	void mountsForAnOrdinaryUserWhoHasOnlyFusermount3() throws IOException {
		assumeTrue(Shell.has("fusermount3"), "The program 'fusermount3' is not installed");
		Machine machine = machine().without("fusermount", "/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin")
			.line("! command -v fusermount");
		try (ChildProgram application = start(asNobody(machine, "666"))) {
			application.await("Started.");
			assertMounted(application);
		}
	}

	/** The helper believes only that file, which bare systems do not have. */
	@Test
	void saysThatItCouldNotBeUnmounted() throws IOException {
		try (ChildProgram application = start(asNobody("666").without("mtab", "/etc"))) {
			application.await("Started.");
			application.terminate();
			application.awaitEnd();
			assertThat(application.output())
				.contains("'default' could not be unmounted cleanly: ",
						"stays in the mount table until root runs 'umount -l " + this.mountPoint + "': ", "mtab")
				.doesNotContain("Unmounted 'default'");
		}
	}

	/** As NoNewPrivileges= of systemd. */
	@Test
	void saysThatTheProcessMayGetNoPrivileges() throws IOException {
		assertFailsToStart(asNobody("666").launchedBy("setpriv --no-new-privs"), "Operation not permitted",
				"remove NoNewPrivileges");
	}

	@Test
	void mountsLaterWhenTheLibraryIsInstalled() {
		assertMountsLater(withoutLibrary(), "libfuse.so.2: cannot open shared object file", OVER_LIBFUSE);
	}

	@Test
	void mountsLaterWhenTheHelperIsInstalled() {
		assertMountsLater(withoutHelper(), "The program fusermount, which mounting requires, is not installed");
	}

	@Test
	void mountsLaterWhenTheKernelOffersADevice() {
		assertMountsLater(machine().without("fuse", "/dev"), "There is no /dev/fuse");
	}

	private ChildProgram start(Machine machine, String... settings) {
		return SmallApplication.start(machine, this.directory, settings);
	}

	private void assertFailsToStart(Machine machine, String description, String... ways) {
		assertFailsToStart(start(machine), description, ways);
	}

	private static void assertFailsToStart(ChildProgram started, String description, String... ways) {
		try (ChildProgram application = started) {
			assertFails(application, description, ways);
		}
	}

	private static void assertFails(ChildProgram application, String description, String... ways) {
		assertThat(application.awaitEnd()).as(application::output).isEqualTo(1);
		application.await("APPLICATION FAILED TO START");
		application.await("Description:");
		application.await("");
		assertThat(application.await("The filesystem could not be mounted: ")).contains(description);
		application.await("Consider the following:");
		assertThat(application.output()).contains(ways).doesNotContain("\tat ");
	}

	private void assertMountsLater(Machine machine, String reason, String... settings) {
		try (ChildProgram application = start(machine,
				Stream.concat(Stream.of("--fusemount.fail-fast=false"), Stream.of(settings)).toArray(String[]::new))) {
			application.await("Started.");
			assertThat(ask(application, "health")).contains("DOWN", reason);
			assertThat(ask(application, "MOUNT")).contains("FAILED", reason);
			machine.install(application.pid());
			assertThat(ask(application, "MOUNT")).contains("state=MOUNTED", "failure=null");
			assertThat(ask(application, "health")).contains("UP").doesNotContain(reason);
			assertMounted(application);
			assertThat(application.output().lines().filter((line) -> line.contains("ERROR"))).singleElement()
				.asString()
				.contains("'default' is not mounted: ", reason, "the actuator endpoint 'fusemounts' can mount it.");
			assertThat(application.output()).doesNotContain("\tat ");
		}
	}

	private static String ask(ChildProgram application, String question) {
		application.send(question);
		return application.await("Answer: ");
	}

	/** Run as the application's user, because nobody else may enter, not even root. */
	private void assertMounted(ChildProgram application) {
		String user = "$(stat -c '--reuid=%u --regid=%g' /proc/" + application.pid() + ")";
		String file = Shell.quote(this.mountPoint.resolve(SmallApplication.FILE));
		assertThat(Shell.in(Path.of("/"))
			.check("nsenter -t " + application.pid() + " -m setpriv " + user + " --clear-groups cat " + file))
			.isEqualTo("hello");
	}

}
