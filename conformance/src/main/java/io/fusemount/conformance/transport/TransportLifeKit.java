package io.fusemount.conformance.transport;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.MountOptions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Contract: mounting, unmounting, and their obstacles.
 */
abstract class TransportLifeKit extends TransportKit {

	@TempDir
	Path elsewhere;

	@Test
	void mountIsReadyWhenItReturns() {
		MountedFiles mounted = mount();
		assertThat(mounted.isInMountTable()).isTrue();
		assertThat(Shell.in(mounted.mountPoint()).check("ls")).isEqualTo("files\n");
		assertThat(mounted.session().ended().toCompletableFuture()).isNotDone();
		assertThat(Shell.in(Path.of("/")).check("grep ' " + mounted.mountPoint() + " ' /proc/self/mounts"))
			.contains("kit");
	}

	@Test
	void unmountedMeansGoneFromTheMountTable() throws Exception {
		MountedFiles mounted = mount();
		mounted.session().unmount(Patience.LIMIT);
		assertThat(mounted.isInMountTable()).isFalse();
		mounted.session().ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
		assertThat(mounted.session().activeWorkers()).isZero();
		assertThat(mounted.mountPoint()).isEmptyDirectory();
	}

	@Test
	void unmountMayBeRepeated() {
		MountedFiles mounted = mount();
		mounted.session().unmount(Patience.LIMIT);
		mounted.session().unmount(Patience.LIMIT);
		assertThat(mounted.isInMountTable()).isFalse();
	}

	@Test
	void unmountByTheAdministratorEndsTheSession() throws Exception {
		MountedFiles mounted = mount();
		Shell.in(Path.of("/"))
			.check("fusermount -u " + mounted.mountPoint() + " || fusermount3 -u " + mounted.mountPoint());
		mounted.session().ended().toCompletableFuture().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
		assertThat(mounted.isInMountTable()).isFalse();
		mounted.session().unmount(Patience.LIMIT);
	}

	@Test
	void unmountWhileAFileIsOpenEndsWell() throws Exception {
		MountedFiles mounted = mount();
		mounted.files().application().put("a.txt", "text");
		OutputStream open = Files.newOutputStream(mounted.directory().resolve("a.txt"), StandardOpenOption.APPEND);
		open.write('t');
		mounted.session().unmount(Patience.LIMIT);
		assertThat(mounted.isInMountTable()).isFalse();
		assertThatExceptionOfType(IOException.class).as("the program is told").isThrownBy(open::close);
		mounted.session().ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
	}

	@Test
	void unmountEndsWorkersThatAreBusyOrSaysSo() throws Exception {
		MountedFiles mounted = mount();
		try (Gate gate = mounted.files().troubles().block(Call.FIND)) {
			Process program = new ProcessBuilder("stat", mounted.directory().resolve("a.txt").toString())
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
			gate.awaitArrival();
			assertThat(mounted.session().activeWorkers()).isPositive();
			try {
				mounted.session().unmount(Duration.ofMillis(300));
				assertThat(mounted.session().activeWorkers()).as("interrupted workers").isZero();
			}
			catch (MountException ex) {
				// The refusal is reported. An interrupted worker may have ended since.
			}
			gate.close();
			assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
		}
		mounted.session().unmount(Patience.LIMIT);
		assertThat(mounted.isInMountTable()).isFalse();
	}

	@Test
	void tenMountsInARowLeaveNothingBehind() throws IOException {
		mountWriteUnmount();
		int threads = Thread.activeCount();
		long descriptors = descriptors();
		for (int i = 0; i < 10; i++) {
			mountWriteUnmount();
		}
		// A thread is counted for a moment after its work has ended.
		Patience.await(() -> Thread.activeCount() <= threads + 2);
		assertThat(Thread.activeCount()).as("threads").isLessThanOrEqualTo(threads + 2);
		assertThat(descriptors()).as("open descriptors").isLessThanOrEqualTo(descriptors + 2);
	}

	private void mountWriteUnmount() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(transport())) {
			Files.writeString(mounted.directory().resolve("a.txt"), "text");
			assertThat(mounted.directory().resolve("a.txt")).hasContent("text");
			assertThat(mounted.files().application().names()).containsExactly("a.txt");
		}
	}

	@Test
	void severalMountsLiveSideBySide() throws IOException {
		MountedFiles one = mount();
		MountedFiles two = mount();
		Files.writeString(one.directory().resolve("a.txt"), "one");
		Files.writeString(two.directory().resolve("a.txt"), "two");
		one.session().unmount(Patience.LIMIT);
		assertThat(two.directory().resolve("a.txt")).hasContent("two");
		assertThat(one.files().application().content("a.txt")).asString().isEqualTo("one");
	}

	@Test
	void missingMountPointIsNamed() {
		assertRefused(at(this.elsewhere.resolve("missing")), Reason.MOUNT_POINT_MISSING);
	}

	@Test
	void fileIsNoMountPoint() throws IOException {
		Path file = Files.writeString(this.elsewhere.resolve("file"), "text");
		assertRefused(at(file), Reason.MOUNT_POINT_NOT_A_DIRECTORY);
	}

	@Test
	void mountPointMustBeEmpty() throws IOException {
		Files.writeString(this.elsewhere.resolve("file"), "text");
		assertRefused(at(this.elsewhere), Reason.MOUNT_POINT_NOT_EMPTY);
		assertThat(MountedFiles.isMounted(this.elsewhere)).isFalse();
	}

	@Test
	void mountPointInUseIsNotMountedOver() throws IOException {
		MountedFiles first = mount();
		Files.writeString(first.directory().resolve("a.txt"), "text");
		assertRefused(at(first.mountPoint()), Reason.MOUNT_POINT_IN_USE);
		assertThat(first.directory().resolve("a.txt")).hasContent("text");
	}

	@Test
	void mountPointMayHaveAnOddName() throws IOException {
		Path odd = Files.createDirectory(this.elsewhere.resolve("with space, comma"));
		MountedFiles mounted = mount(at(odd));
		assertThat(odd.resolve("files")).isDirectory();
		mounted.session().unmount(Patience.LIMIT);
		assertThat(odd).isEmptyDirectory();
	}

	@Test
	void deadMountOfAnEarlierProcessIsCleared() throws IOException {
		Path mountPoint = Files.createDirectory(this.elsewhere.resolve("dead"));
		Class<?> type = transport().getClass();
		Assumptions.assumeTrue(DyingProgram.canCreate(type),
				() -> type + " has no public constructor without parameters that another process could call");
		Shell.in(this.elsewhere).run(DyingProgram.commandLine(type, mountPoint, this.elsewhere));
		MountedFiles mounted = mount(at(mountPoint));
		assertThat(mountPoint.resolve("files")).isDirectory();
		mounted.session().unmount(Patience.LIMIT);
		assertThat(MountedFiles.isMounted(mountPoint)).isFalse();
	}

	@Test
	void deadMountLeavesTheMountTableByItself() throws IOException {
		Path mountPoint = Files.createDirectory(this.elsewhere.resolve("dead"));
		Class<?> type = transport().getClass();
		Assumptions.assumeTrue(DyingProgram.canCreate(type),
				() -> type + " has no public constructor without parameters that another process could call");
		Shell.in(this.elsewhere).run(DyingProgram.commandLine(type, mountPoint, this.elsewhere));
		Patience.await(() -> !MountedFiles.isMounted(mountPoint));
		assertThat(MountedFiles.isMounted(mountPoint)).isFalse();
	}

	private void assertRefused(UnaryOperator<MountOptions> customizer, Reason reason) {
		assertThatExceptionOfType(MountException.class).isThrownBy(() -> mount(customizer))
			.satisfies((failure) -> assertThat(failure.reason()).as(failure.getMessage()).isEqualTo(reason));
	}

	private static UnaryOperator<MountOptions> at(Path mountPoint) {
		return (options) -> new MountOptions(options.name(), mountPoint, options.readOnly(), options.allowOther(),
				options.defaultPermissions(), options.workers(), options.readers());
	}

	private static long descriptors() throws IOException {
		try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
			return descriptors.count();
		}
	}

}
