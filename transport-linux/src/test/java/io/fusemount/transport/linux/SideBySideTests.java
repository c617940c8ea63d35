package io.fusemount.transport.linux;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notes;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.MountState;
import io.fusemount.core.mount.Takeover;
import io.fusemount.core.mountinfo.MountTable;
import io.fusemount.transport.device.DeviceSession;
import io.fusemount.transport.device.store.DescriptorStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * Two processes of an application side by side, of which the second takes the mount over
 * from the first. Both are this one.
 */
@EnabledIfFuse
@Timeout(120)
class SideBySideTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final Takeovers ALWAYS = new Takeovers(true, true, Duration.ofSeconds(20));

	@TempDir
	private Path workspace;

	private final InMemoryDirectory files = new InMemoryDirectory("files", 100, true, InstantSource.system());

	private final List<Side> sides = new ArrayList<>();

	private Path mountPoint;

	private MountOptions options;

	private Side first;

	@BeforeEach
	void start() throws IOException {
		this.mountPoint = Files.createDirectory(this.workspace.toRealPath().resolve("mnt"));
		this.options = new MountOptions("kit", this.mountPoint, false, false, false, 4, 0);
		this.first = side(ALWAYS, new NothingHeld());
		this.first.mount.mount();
	}

	private Side side(Takeovers takeovers, DescriptorStore store) {
		Side side = new Side(this.options, this.workspace.resolve("spool"), this.files, takeovers, store);
		this.sides.add(side);
		return side;
	}

	private Side second() {
		Side second = side(ALWAYS, new NothingHeld());
		second.mount.mount();
		return second;
	}

	@AfterEach
	void stop() {
		this.sides.forEach((side) -> side.mount.unmount(SOON));
		assertThat(MountTable.read().at(this.mountPoint)).isNull();
		assertThat(this.workspace.resolve("spool/takeover")).doesNotExist();
		await().until(() -> Thread.getAllStackTraces()
			.keySet()
			.stream()
			.noneMatch((thread) -> thread.getName().equals("fusemount-kit-takeover")));
	}

	private Path file(String name) {
		return this.mountPoint.resolve("files").resolve(name);
	}

	private Shell shell() {
		return Shell.in(file(""));
	}

	private String stored(String name) {
		return new String(Objects.requireNonNull(this.files.application().content(name)), StandardCharsets.UTF_8);
	}

	private static ByteBuffer bytes(String text) {
		return StandardCharsets.UTF_8.encode(text);
	}

	private FileChannel write(String name, String text) throws IOException {
		FileChannel open = FileChannel.open(file(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
		open.write(bytes(text));
		return open;
	}

	@Test
	@Semantics("A second process of the application takes the mount over while the first one serves it: programs only "
			+ "wait, and what they have open stays open.")
	void aSecondProcessTakesTheMountOver() throws IOException {
		this.files.application().put("old.txt", "0123456789");
		Side second;
		try (FileChannel created = write("new.txt", "one ");
				FileChannel changed = FileChannel.open(file("old.txt"), StandardOpenOption.READ,
						StandardOpenOption.WRITE)) {
			changed.write(bytes("ab"), 2);
			second = second();
			assertThat(this.files.application().names()).containsExactly("old.txt");
			created.write(bytes("two"));
			changed.write(bytes("cd"), 8);
			assertThat(file("old.txt")).hasContent("01ab4567cd");
		}
		assertThat(stored("new.txt")).isEqualTo("one two");
		assertThat(stored("old.txt")).isEqualTo("01ab4567cd");
		assertThat(Objects.requireNonNull(Takeover.of(second.mount)).process())
			.isEqualTo(ProcessHandle.current().pid());
		assertThat(String.valueOf(Objects.requireNonNull(second.mount.session()).channel()))
			.contains("io_uring is not used: the mount was taken over");
	}

	@Test
	void programsWaitOnly() throws Exception {
		CompletableFuture<String> working = CompletableFuture.supplyAsync(() -> shell()
			.check("for i in $(seq 200); do echo $i > $i.txt && cat $i.txt > /dev/null || exit 1; done; ls | wc -l"));
		for (int i = 0; i < 5; i++) {
			Thread.sleep(50);
			second();
		}
		assertThat(working.get(60, TimeUnit.SECONDS)).isEqualTo("200\n");
		assertThat(this.files.application().names()).hasSize(200);
	}

	@Test
	void theFirstProcessSaysWhereTheMountIsAndEndsWithoutAHarmToIt() throws IOException {
		FileChannel open = write("new.txt", "content");
		Side second = second();
		assertThat(this.first.mount.state()).isEqualTo(MountState.UNMOUNTED);
		assertThat(Objects.requireNonNull(this.first.mount.departure()).process())
			.isEqualTo(ProcessHandle.current().pid());
		assertThat(this.first.ends).containsExactly("left");
		this.first.mount.unmount(SOON);
		this.first.mount.handOver(SOON);
		assertThat(this.first.ends).containsExactly("left");
		assertThat(second.mount.state()).isEqualTo(MountState.MOUNTED);
		open.write(bytes(" and more"));
		open.close();
		assertThat(stored("new.txt")).isEqualTo("content and more");
	}

	@Test
	void theFirstProcessCanAskForTheMountAgain() throws IOException {
		Side second = second();
		try (FileChannel open = write("new.txt", "one ")) {
			this.first.mount.mount();
			open.write(bytes("two"));
		}
		assertThat(stored("new.txt")).isEqualTo("one two");
		assertThat(second.mount.state()).isEqualTo(MountState.UNMOUNTED);
		assertThat(this.first.mount.departure()).isNull();
	}

	@Test
	void otherOptionsAreRefusedAndTheFirstProcessServesOn() throws IOException {
		try (FileChannel open = write("new.txt", "one ")) {
			MountOptions own = this.options;
			this.options = new MountOptions("kit", this.mountPoint, true, false, false, 4, 0);
			Side second = side(ALWAYS, new NothingHeld());
			this.options = own;
			assertRefused(second, "keeps it: read-only, allow-other or default-permissions of fusemount differ");
			open.write(bytes("two"));
		}
		assertThat(stored("new.txt")).isEqualTo("one two");
	}

	private static void assertRefused(Side second, String words) {
		assertThatExceptionOfType(MountException.class).isThrownBy(second.mount::mount)
			.withMessageContaining("is in use by another process or mount")
			.withMessageContaining(words)
			.returns(MountException.Reason.SPOOL_IN_USE, MountException::reason);
	}

	@Test
	@Semantics("If an operation of a program does not end within `fusemount.takeover-timeout`, the second process does "
			+ "not start, and the first one serves on.")
	void anOperationThatHangsKeepsTheMountWithTheFirstProcess() throws Exception {
		Takeovers hurried = new Takeovers(true, true, Duration.ofMillis(500));
		CompletableFuture<String> saving;
		try (Gate gate = this.files.troubles().block(Call.CREATE)) {
			saving = CompletableFuture.supplyAsync(() -> shell().check("echo content > slow.txt && cat slow.txt"));
			gate.awaitArrival();
			for (int i = 0; i < 3; i++) {
				assertRefused(side(hurried, new NothingHeld()),
						"keeps it: Operations of programs were still in progress after 0.5 s");
				shell().check("timeout 10 ls");
			}
			assertThat(this.first.mount.state()).isEqualTo(MountState.MOUNTED);
		}
		assertThat(saving.get(20, TimeUnit.SECONDS)).isEqualTo("content\n");
		assertThat(Objects.requireNonNull(this.first.mount.session()).activeWorkers()).isZero();
		second();
		assertThat(file("slow.txt")).hasContent("content\n");
	}

	@Test
	void aFirstProcessThatUnmountsAfterSuchARefusalEnds() throws Exception {
		CompletableFuture<String> saving;
		try (Gate gate = this.files.troubles().block(Call.CREATE)) {
			saving = CompletableFuture.supplyAsync(() -> shell().check("echo content > slow.txt"));
			gate.awaitArrival();
			assertRefused(side(new Takeovers(true, true, Duration.ofMillis(200)), new NothingHeld()),
					"still in progress");
		}
		saving.get(20, TimeUnit.SECONDS);
		this.first.mount.unmount(SOON);
		assertThat(this.first.ends).containsExactly("unmounted");
		assertThat(stored("slow.txt")).isEqualTo("content\n");
	}

	@Test
	void aProcessThatDoesNotHandItsMountOverIsNotAsked() throws IOException {
		this.first.mount.unmount(SOON);
		Side closed = side(Takeovers.NEVER, new NothingHeld());
		closed.mount.mount();
		assertThat(this.workspace.resolve("spool/takeover")).doesNotExist();
		assertRefused(side(ALWAYS, new NothingHeld()), "is in use");
		assertThat(String.valueOf(Objects.requireNonNull(closed.mount.session()).channel()))
			.doesNotContain("take the mount over");
	}

	@Test
	void aProcessThatTakesNoMountOverDoesNotAsk() {
		assertRefused(side(Takeovers.NEVER, new NothingHeld()), "is in use");
		assertThat(this.first.mount.state()).isEqualTo(MountState.MOUNTED);
	}

	@Test
	void whereNothingHoldsTheMountOnlyAlwaysGivesItAway() throws IOException {
		this.first.mount.unmount(SOON);
		Side automatic = side(Takeovers.WHERE_HELD, new NothingHeld());
		automatic.mount.mount();
		assertThat(this.workspace.resolve("spool/takeover")).doesNotExist();
		automatic.mount.unmount(SOON);
		Side held = side(Takeovers.WHERE_HELD, new HeldDescriptors());
		held.mount.mount();
		assertThat(this.workspace.resolve("spool/takeover")).exists();
		second();
		assertThat(held.ends).containsExactly("left");
	}

	@Test
	@Semantics("A process that finds a mount which is held for another one does not start, and changes nothing.")
	void aMountThatIsHeldForAnotherProcessIsLeftToIt() throws IOException {
		this.first.mount.unmount(SOON);
		HeldDescriptors store = new HeldDescriptors();
		Side left = side(Takeovers.WHERE_HELD, store);
		left.mount.mount();
		try (FileChannel open = write("new.txt", "one ")) {
			left.mount.handOver(SOON);
			for (Takeovers takeovers : List.of(ALWAYS, Takeovers.NEVER)) {
				assertThatExceptionOfType(MountException.class)
					.isThrownBy(side(takeovers, new HeldDescriptors()).mount::mount)
					.withMessageContaining("does not answer: it may be held for a process that is about to start");
			}
			store.pass();
			side(Takeovers.WHERE_HELD, store).mount.mount();
			open.write(bytes("two"));
		}
		assertThat(stored("new.txt")).isEqualTo("one two");
		assertThat(this.files.application().names()).containsExactly("new.txt");
	}

	@Test
	void aMountIsHeldByTheStoreOfTheProcessThatHasIt() throws IOException {
		this.first.mount.unmount(SOON);
		HeldDescriptors storeOfFirst = new HeldDescriptors();
		HeldDescriptors storeOfSecond = new HeldDescriptors();
		side(Takeovers.WHERE_HELD, storeOfFirst).mount.mount();
		assertThat(storeOfFirst.isEmpty()).isFalse();
		Side second = side(Takeovers.WHERE_HELD, storeOfSecond);
		second.mount.mount();
		await().until(storeOfFirst::isEmpty);
		assertThat(storeOfSecond.isEmpty()).isFalse();
		second.mount.unmount(SOON);
		assertThat(storeOfSecond.isEmpty()).isTrue();
	}

	@Test
	@Semantics("A second process whose start fails gives the mount back to the first one, as long as that runs.")
	void aSecondProcessWhoseStartFailsGivesTheMountBack() throws IOException {
		try (FileChannel open = write("new.txt", "one ")) {
			Side second = second();
			open.write(bytes("two "));
			second.mount.handOver(SOON);
			assertThat(second.ends).containsExactly("left");
			open.write(bytes("three"));
			awaitFirst();
		}
		assertThat(stored("new.txt")).isEqualTo("one two three");
		second();
	}

	private void awaitFirst() {
		await().until(() -> this.first.mount.state() == MountState.MOUNTED);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	@Semantics("A second process that is killed before it has started leaves the mount to the first one, with what "
			+ "programs have open.")
	void aSecondProcessThatIsKilledBeforeItServesLeavesTheMountToTheFirst(boolean taken) throws Exception {
		try (FileChannel open = write("new.txt", "one ")) {
			Process second = taker(taken);
			assertThat(this.first.mount.state()).isEqualTo(MountState.UNMOUNTED);
			second.destroyForcibly().waitFor();
			awaitFirst();
			open.write(bytes("two"));
		}
		assertThat(stored("new.txt")).isEqualTo("one two");
		assertThat(this.first.ends).containsExactly("left");
		second();
	}

	@Test
	void aMountThatIsGoneWithTheSecondProcessIsMadeAnew() throws Exception {
		Process second = taker(true);
		Shell.in(this.workspace).check("umount -l mnt");
		second.destroyForcibly().waitFor();
		awaitFirst();
		shell().check("echo content > new.txt");
		assertThat(stored("new.txt")).isEqualTo("content\n");
	}

	/** Starts a process that gets the mount and does nothing with it. */
	private Process taker(boolean taken) throws IOException {
		assumeThat(Shell.has("python3")).isTrue();
		byte[] request = new NoteWriter().text("fusemount-takeover-2")
			.text(Notes.form())
			.text("kit")
			.text(this.mountPoint.toString())
			.flag(false)
			.flag(false)
			.flag(false)
			.number(SOON.toMillis())
			.toByteArray();
		String script = """
				import os, socket, sys
				os.chdir('%s')
				asking = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
				asking.connect('takeover')
				asking.send(bytes.fromhex('%s'))
				device, helper = socket.recv_fds(asking, 100, 1), socket.recv_fds(asking, 100, 1)
				if %s: asking.send(b'D')
				print(len(device[1]) + len(helper[1]), flush=True)
				sys.stdin.read()
				""".formatted(this.workspace.resolve("spool"), HexFormat.of().formatHex(request),
				taken ? "True" : "False");
		Process second = new ProcessBuilder("python3", "-c", script).redirectErrorStream(true).start();
		assertThat(second.inputReader().readLine()).isEqualTo("2");
		return second;
	}

	@Test
	void aSecondProcessThatHasStartedUnmounts() throws IOException {
		Side second = second();
		second.transport.established();
		second.mount.handOver(SOON);
		assertThat(second.ends).containsExactly("unmounted");
		assertThat(this.first.mount.state()).isEqualTo(MountState.UNMOUNTED);
		assertThat(MountTable.read().at(this.mountPoint)).isNull();
	}

	@Test
	void aProcessThatHasStartedKeepsWhatItAsksFor() throws IOException {
		Side second = second();
		second.transport.established();
		this.first.transport.established();
		this.first.mount.mount();
		this.first.mount.handOver(SOON);
		assertThat(this.first.ends).containsExactly("left", "unmounted");
		assertThat(second.mount.state()).isEqualTo(MountState.UNMOUNTED);
	}

	@Test
	void aProcessWhoseMountAnotherOneHasGotBackMeanwhileAsksForIt() throws IOException {
		HeldDescriptors store = new HeldDescriptors();
		try (FileChannel open = write("new.txt", "one ")) {
			// What the store of a process has that was killed in its start.
			DeviceSession served = (DeviceSession) Objects.requireNonNull(this.first.mount.session());
			store.keep("fusemount-kit-device", served.mount().device());
			store.pass();
			side(Takeovers.WHERE_HELD, store).mount.mount();
			open.write(bytes("two"));
		}
		assertThat(this.first.ends).containsExactly("left");
		assertThat(stored("new.txt")).isEqualTo("one two");
	}

	@Test
	void aSecondProcessWithoutAFirstOneUnmounts() {
		Side second = second();
		this.first.mount.unmount(SOON);
		second.mount.unmount(SOON);
		assertThat(second.ends).containsExactly("unmounted");
	}

	@Test
	void aSecondProcessThatCannotCreateItsFilesystemGivesTheMountBack() throws IOException {
		try (FileChannel open = write("new.txt", "one ")) {
			Side second = side(ALWAYS, new NothingHeld());
			second.failure = new IllegalStateException("no database");
			assertThatIllegalStateException().isThrownBy(second.mount::mount);
			awaitFirst();
			open.write(bytes("two"));
			second.failure = null;
			second.mount.mount();
		}
		assertThat(stored("new.txt")).isEqualTo("one two");
	}

	@Test
	void aMountThatComesBackAfterTheFirstProcessHasStoppedIsLetGo() throws IOException {
		FileChannel open = write("new.txt", "content");
		Side second = second();
		this.first.mount.unmount(SOON);
		second.mount.handOver(SOON);
		await().until(() -> MountTable.read().at(this.mountPoint) == null);
		try (FileChannel lost = open) {
			assertThat(lost.isOpen()).isTrue();
		}
		catch (IOException ex) {
			// The kernel has ended the connection.
		}
		Side next = second();
		assertThat(stored("new.txt")).isEqualTo("content");
		assertThat(next.unsaved).isEmpty();
	}

	@Test
	void aMountGoesToAndFroManyTimesAndNothingIsLeftBehind() throws IOException {
		Side second = second();
		long before = descriptors();
		try (FileChannel open = write("new.txt", "")) {
			for (int i = 0; i < 10; i++) {
				open.write(bytes("a\n"));
				shell().check("echo %d > %d.txt && ls -l > /dev/null".formatted(i, i));
				this.first.mount.mount();
				this.first.transport.established();
				open.write(bytes("b\n"));
				second.mount.mount();
				second.transport.established();
			}
		}
		assertThat(Files.readAllLines(file("new.txt"))).hasSize(20);
		await().untilAsserted(() -> assertThat(descriptors() - before).isLessThan(10));
	}

	private static long descriptors() throws IOException {
		try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
			return open.count();
		}
	}

}
