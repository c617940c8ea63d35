package io.fusemount.transport.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.transport.EnabledIfIoUring;
import io.fusemount.conformance.transport.MountedFiles;
import io.fusemount.core.mount.Channel;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.TransportSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Mounts whose requests come by io_uring.
 */
@EnabledIfFuse
@EnabledIfIoUring
@Timeout(300)
class IoUringTests {

	private static final Path DISABLED = Path.of("/proc/sys/kernel/io_uring_disabled");

	private static final int WORKERS = 2;

	/** More than all workers, so that most of them wait in their entries. */
	private static final int PROGRAMS = 200;

	private static final int MOUNTS = 20;

	private static final int LARGE = 4 << 20;

	private final ExecutorService programs = Executors.newCachedThreadPool();

	@AfterEach
	void endPrograms() {
		this.programs.shutdownNow();
	}

	@Test
	void requestsComeByIoUring() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport())) {
			assertThat(mounted.session().channel()).isEqualTo(Channel.IO_URING);
			mounted.files().application().put("a.txt", "text");
			assertThat(mounted.directory().resolve("a.txt")).hasContent("text");
			assertThat(threads("fusemount-kit-intake")).isEqualTo(1);
		}
		await().until(() -> threads("fusemount-kit-") == 0);
	}

	@Test
	void requestsComeFromTheDeviceIfThatIsWanted() {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false))) {
			assertThat(mounted.session().channel())
				.hasToString("/dev/fuse (io_uring is not used: fusemount.io-uring is off)");
			mounted.files().application().put("a.txt", "text");
			assertThat(mounted.directory().resolve("a.txt")).hasContent("text");
		}
	}

	@Test
	void requestsComeFromTheDeviceWhereTheKernelForbidsRings() throws IOException {
		String before = Files.readString(DISABLED);
		Files.writeString(DISABLED, "2");
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport())) {
			assertThat(mounted.session().channel())
				.hasToString("/dev/fuse (io_uring is not used: Operation not permitted: "
						+ "kernel.io_uring_disabled, or the security profile of the container, forbids it)");
			mounted.files().application().put("a.txt", "text");
			assertThat(mounted.directory().resolve("a.txt")).hasContent("text");
		}
		finally {
			Files.writeString(DISABLED, before);
		}
	}

	@Test
	void manyProgramsThatWaitAreServedInTheEndAndOthersMeanwhile() throws Exception {
		try (MountedFiles mounted = mount()) {
			OtherUsers.assumeIn(mounted.mountPoint().resolveSibling(""));
			for (int i = 0; i < PROGRAMS; i++) {
				mounted.files().application().put("slow-" + i, "slow\n");
			}
			mounted.files().application().put("known", "content");
			assertThat(mounted.directory().resolve("known")).hasContent("content");
			Future<String> waiting;
			try (Gate gate = mounted.files().troubles().block(Call.READ)) {
				waiting = this.programs.submit(() -> as(65533, mounted.directory(),
						"for i in $(seq 0 %d); do cat slow-$i & done; wait".formatted(PROGRAMS - 1)));
				gate.awaitArrivals(WORKERS);
				assertThat(as(65534, mounted.directory(), "cat known")).isEqualTo("content");
			}
			assertThat(waiting.get(60, TimeUnit.SECONDS)).isEqualTo("slow\n".repeat(PROGRAMS));
			// All entries are in use again by now: whichever comes next is served.
			for (int i = 0; i < PROGRAMS; i++) {
				assertThat(mounted.directory().resolve("slow-" + i)).hasContent("slow\n");
			}
			await().until(() -> mounted.session().activeWorkers() == 0);
		}
	}

	@Test
	void programsThatAskWhileTheFilesystemIsMountedAreAnswered() throws Exception {
		for (int i = 0; i < MOUNTS; i++) {
			AtomicBoolean over = new AtomicBoolean();
			AtomicReference<@Nullable Future<Boolean>> asking = new AtomicReference<>();
			try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(), (options) -> {
				Path files = options.mountPoint().resolve("files");
				asking.set(this.programs.submit(() -> askUntil(over, files)));
				return options;
			})) {
				await().until(() -> mounted.session().activeWorkers() == 0);
				over.set(true);
				assertThat(Objects.requireNonNull(asking.get()).get(60, TimeUnit.SECONDS)).isTrue();
			}
		}
	}

	private static boolean askUntil(AtomicBoolean over, Path file) {
		boolean exists = false;
		while (!over.get() || !exists) {
			exists = Files.exists(file);
		}
		return exists;
	}

	@Test
	void largeContentArrivesWholeHoweverManyProgramsReadIt() throws Exception {
		try (MountedFiles mounted = mount()) {
			OtherUsers.assumeIn(mounted.mountPoint().resolveSibling(""));
			byte[] content = new byte[LARGE];
			Arrays.fill(content, (byte) 'x');
			mounted.files().application().put("large", content);
			assertThat(mounted.directory().resolve("large")).hasBinaryContent(content);
			String sum = Shell.in(mounted.directory()).check("md5sum < large");
			assertThat(as(65533, mounted.directory(),
					"for i in $(seq %d); do dd if=large bs=1M iflag=direct status=none | md5sum & done; wait"
						.formatted(PROGRAMS)))
				.isEqualTo(sum.repeat(PROGRAMS));
		}
	}

	@Test
	void anAbortedConnectionEndsTheSession() throws Exception {
		try (MountedFiles mounted = mount()) {
			mounted.files().application().put("a.txt", "text");
			try (Gate gate = mounted.files().troubles().block(Call.READ)) {
				Future<Boolean> failing = this.programs
					.submit(() -> !Shell.in(mounted.directory()).run("cat a.txt").isSuccess());
				gate.awaitArrival();
				abort(mounted.mountPoint());
				assertThat(failing.get(60, TimeUnit.SECONDS)).isTrue();
			}
			assertThat(mounted.session().ended().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60));
		}
	}

	@Test
	void programsThatUseADetachedMountEndTheSessionWhenTheyEnd() throws Exception {
		try (MountedFiles mounted = mount()) {
			mounted.files().application().put("a.txt", "text");
			TransportSession session = mounted.session();
			try (var open = Files.newByteChannel(mounted.directory().resolve("a.txt"))) {
				Shell.in(Path.of("/")).check("umount -l " + mounted.mountPoint());
				assertThat(open.size()).isEqualTo(4);
				assertThat(session.ended().toCompletableFuture()).isNotDone();
			}
			assertThat(session.ended().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60));
		}
	}

	private static MountedFiles mount() {
		return MountedFiles.by(new LinuxTransport(),
				(options) -> new MountOptions(options.name(), options.mountPoint(), false, true, false, WORKERS, 0));
	}

	private static String as(int user, Path directory, String line) {
		return Shell.in(directory).check(OtherUsers.as(user, line));
	}

	/** The connection has the number of the device. */
	private static void abort(Path mountPoint) throws IOException {
		String device = Shell.in(Path.of("/"))
			.check("awk '$5 == \"" + mountPoint + "\" { print $3 }' /proc/self/mountinfo");
		Path connections = Path.of("/sys/fs/fuse/connections");
		Shell.in(Path.of("/")).check("mountpoint -q " + connections + " || mount -t fusectl none " + connections);
		Files.writeString(connections.resolve(device.strip().split(":")[1]).resolve("abort"), "1");
	}

	private static long threads(String prefix) {
		return Thread.getAllStackTraces().keySet().stream().filter((each) -> each.getName().startsWith(prefix)).count();
	}

}
