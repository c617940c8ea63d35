package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountActions;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.mount.MountState;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Administrators unmount, rename and cover a mount while programs have files open on it.
 */
@EnabledIfFuse
@Timeout(300)
class DisplacedMountTests {

	private static final Duration SHUTDOWN = Duration.ofSeconds(20);

	private static final Shell SHELL = Shell.in(Path.of("/"));

	private static Workspace workspace;

	/** Above the mount point. */
	private static Path parent;

	private static ConfigurableApplicationContext application;

	private static Mount mount;

	private static int number;

	private Path files;

	@BeforeAll
	static void start() throws IOException {
		workspace = new Workspace();
		parent = workspace.resolve("parent");
		application = application("displaced");
		mount = Objects.requireNonNull(application.getBean(MountRegistry.class).find("default"));
	}

	private static ConfigurableApplicationContext application(String name) {
		return new SpringApplicationBuilder(MountedApplication.class).web(WebApplicationType.NONE)
			.run("--spring.datasource.url=jdbc:h2:mem:" + name, "--spring.jpa.hibernate.ddl-auto=create",
					"--spring.main.register-shutdown-hook=false", "--spring.main.banner-mode=off",
					"--fusemount.mount-point=" + parent.resolve("mnt"), "--fusemount.create-mount-point=true",
					"--fusemount.spool.directory=" + workspace.spool());
	}

	@AfterAll
	static void stop() throws IOException {
		application.close();
		assertThat(mounts()).isEmpty();
		workspace.close();
	}

	@BeforeEach
	void mounted() {
		new MountActions(mount).mount();
		this.files = parent.resolve("mnt/files");
		assertThat(health()).isEqualTo(Status.UP);
	}

	/** Everything that is mounted below the workspace. */
	private static String mounts() {
		return SHELL.run("grep -F " + Shell.quote(workspace.directory()) + " /proc/self/mountinfo").output();
	}

	private static Status health() {
		return indicator().getStatus();
	}

	private static String reason() {
		return String.valueOf(indicator().getDetails().get("failure"));
	}

	private static Health indicator() {
		CompositeHealthContributor contributor = application.getBean("fusemountHealthContributor",
				CompositeHealthContributor.class);
		return Objects
			.requireNonNull(((HealthIndicator) Objects.requireNonNull(contributor.getContributor("default"))).health());
	}

	private static double gauge() {
		return application.getBean(MeterRegistry.class).get("fusemount.mounted").gauge().value();
	}

	private static FileChannel create(Path file) throws IOException {
		return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
	}

	private static void write(FileChannel channel, String text) throws IOException {
		channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
	}

	private static String name() {
		return "file" + (++number) + ".txt";
	}

	@ParameterizedTest
	@ValueSource(strings = { "fusermount -u", "umount" })
	void whoUnmountsWhatIsInUseIsRefusedAndNothingHappens(String command) throws IOException {
		Path file = this.files.resolve(name());
		try (FileChannel dirty = create(file)) {
			write(dirty, "before, ");
			assertThat(SHELL.run(command + " " + parent.resolve("mnt")).errors()).contains("busy");
			assertThat(health()).isEqualTo(Status.UP);
			write(dirty, "after");
		}
		assertThat(file).hasContent("before, after");
	}

	@ParameterizedTest
	@ValueSource(strings = { "fusermount -uz", "umount -l" })
	@Semantics("After `fusermount -uz` or `umount -l`, programs that have files open continue, and files that they "
			+ "close are stored.")
	@Semantics("A mount that comes back while programs still use the old one serves the same files to both.")
	void whatIsDetachedByHandGoesOnForProgramsAndIsMountedAgain(String command) throws Exception {
		Path file = this.files.resolve(name());
		FileChannel old = create(file);
		write(old, "before, ");
		SHELL.check(command + " " + parent.resolve("mnt"));
		assertThat(mounts()).isEmpty();
		write(old, "after, ");
		assertThat(health()).isEqualTo(Status.DOWN);
		assertThat(reason()).contains("while programs use it: they can go on, but no other program finds it");
		assertThat(gauge()).isZero();

		new MountActions(mount).mount();
		assertThat(health()).isEqualTo(Status.UP);
		assertThat(gauge()).isOne();
		write(old, "and again");
		Path other = Files.writeString(this.files.resolve(name()), "by the new mount");
		assertThat(other).hasContent("by the new mount");
		old.close();
		assertThat(file).hasContent("before, after, and again");
		Patience.await(() -> sessions() == 1);
		assertThat(health()).isEqualTo(Status.UP);
	}

	/** How many mounts, of those that anybody can still use. */
	private static long sessions() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().endsWith("-closer"))
			.count();
	}

	/**
	 * The kernel does not report that the open files of an aborted connection are closed.
	 */
	@Test
	@Semantics("Files that programs had open on an old mount that is aborted are closed and stored; files that they "
			+ "have open on the new one stay open.")
	void whatWasOpenOnAnAbortedOldMountIsStoredAndCountsNoMore() throws Exception {
		Path file = this.files.resolve(name());
		FileChannel old = create(file);
		write(old, "by the old mount");
		Object connection = Files.getAttribute(parent.resolve("mnt"), "unix:dev");
		DirectoryStream<Path> listing = Files.newDirectoryStream(this.files);
		SHELL.check("umount -l " + parent.resolve("mnt"));
		new MountActions(mount).mount();
		Path other = this.files.resolve(name());
		FileChannel current = create(other);
		write(current, "by the ");
		assertThat(handles()).isEqualTo(3);
		abort(connection);
		Patience.await(() -> handles() == 1);
		assertThat(file).hasContent("by the old mount");
		write(current, "new mount");
		current.close();
		assertThat(other).hasContent("by the new mount");
		assertThatIOException().isThrownBy(old::close).withMessageContaining("not connected");
		listing.close();
		Patience.await(() -> handles() == 0);
	}

	private static int handles() {
		return Objects.requireNonNull(mount.fileSystem()).supervision().openHandles();
	}

	/** Ends a connection as an administrator does whose mount hangs. */
	private static void abort(Object connection) throws IOException {
		Path control = Files.createDirectory(workspace.resolve("control"));
		SHELL.check("mount -t fusectl control " + control);
		try {
			Files.writeString(control.resolve(connection + "/abort"), "1");
		}
		finally {
			SHELL.check("umount " + control + " && rmdir " + control);
		}
	}

	@Test
	void whatIsDetachedAndNotMountedAgainIsGoneWithTheLastProgram() throws Exception {
		FileChannel old = create(this.files.resolve("last.txt"));
		write(old, "dirty");
		SHELL.check("umount -l " + parent.resolve("mnt"));
		assertThat(mount.state()).isEqualTo(MountState.MOUNTED);
		old.close();
		Patience.await(() -> mount.state() == MountState.UNMOUNTED);
		assertThat(health()).isEqualTo(Status.DOWN);
		assertThat(reason()).contains("Somebody has unmounted");
		new MountActions(mount).mount();
		assertThat(this.files.resolve("last.txt")).hasContent("dirty");
	}

	@Test
	void anApplicationEndsInTimeThoughProgramsUseWhatWasDetached() throws Exception {
		Path file = this.files.resolve(name());
		FileChannel before = create(file);
		write(before, "detached");
		SHELL.check("umount -l " + parent.resolve("mnt"));
		new MountActions(mount).mount();
		FileChannel after = create(this.files.resolve("after-" + file.getFileName()));
		write(after, "mounted");
		mount.unmount(SHUTDOWN);
		assertThat(mount.state()).isEqualTo(MountState.UNMOUNTED);
		assertThatIOException().isThrownBy(before::close);
		assertThatIOException().isThrownBy(after::close).withMessageContaining("not connected");
		Patience.await(() -> sessions() == 0);
		new MountActions(mount).mount();
		assertThat(file).hasContent("detached");
		assertThat(this.files.resolve("after-" + file.getFileName())).hasContent("mounted");
	}

	@Test
	@Semantics("A mount whose parent directory is renamed continues there; the end of the application leaves no "
			+ "mount behind.")
	void aMountWhoseParentIsRenamedIsToldAndComesBackByMount() throws IOException {
		Path moved = workspace.resolve("moved");
		Path file = this.files.resolve(name());
		try (FileChannel old = create(file)) {
			write(old, "before, ");
			Files.move(parent, moved);
			assertThat(health()).isEqualTo(Status.DOWN);
			assertThat(reason()).isEqualTo("Somebody has renamed a directory: programs find it at "
					+ moved.resolve("mnt") + ", not at " + parent.resolve("mnt"));
			assertThat(moved.resolve("mnt/files")).isDirectory();
			new MountActions(mount).mount();
			assertThat(health()).isEqualTo(Status.UP);
			assertThat(mounts()).contains(" " + parent.resolve("mnt") + " ").doesNotContain("moved");
			write(old, "after");
		}
		assertThat(file).hasContent("before, after");
		SHELL.check("rm -r --one-file-system " + moved);
	}

	@Test
	void theEndLeavesNoMountWhereTheParentWasRenamed() throws IOException {
		Path moved = workspace.resolve("away");
		Files.move(parent, moved);
		// A user's own directory in its place must not be mistaken for the mount point.
		Files.createDirectories(parent.resolve("mnt"));
		mount.unmount(SHUTDOWN);
		assertThat(mounts()).isEmpty();
		assertThat(parent.resolve("mnt")).isEmptyDirectory();
		SHELL.check("rm -r --one-file-system " + moved);
	}

	@Test
	void aParentThatIsRemovedIsMadeAgainOnlyWhereThatIsWanted() throws IOException {
		SHELL.check("umount -l " + parent.resolve("mnt") + " && rm -r --one-file-system " + parent);
		Patience.await(() -> mount.state() == MountState.UNMOUNTED);
		Files.createFile(parent);
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> new MountActions(mount).mount())
			.withMessageContaining(parent.toString());
		assertThat(health()).isEqualTo(Status.DOWN);
		Files.delete(parent);
		new MountActions(mount).mount();
		assertThat(this.files).isDirectory();
	}

	@Test
	void whatIsMountedOverItIsTold() throws IOException {
		Path point = parent.resolve("mnt");
		SHELL.check("mount -t tmpfs cover " + point);
		try {
			assertThat(health()).isEqualTo(Status.DOWN);
			assertThat(reason()).contains("mounted another filesystem (tmpfs) over it");
		}
		finally {
			SHELL.check("umount " + point);
		}
		assertThat(health()).isEqualTo(Status.UP);
	}

}
