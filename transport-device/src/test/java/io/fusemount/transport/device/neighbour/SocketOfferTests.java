package io.fusemount.transport.device.neighbour;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Succession;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * The conversation of two processes about a mount, both of which are this one. A file is
 * in place of the device.
 */
@Timeout(60)
class SocketOfferTests {

	private static final Duration SOON = Duration.ofSeconds(10);

	private static final int O_RDONLY_CLOEXEC = 02000000;

	private static final long OWN = ProcessHandle.current().pid();

	private final LibC c = Native.libc();

	private final List<String> events = new CopyOnWriteArrayList<>();

	/** Why the mount is not left, {@code null} if it is. */
	private @Nullable String refusal;

	private final Giver giver = new Giver() {

		@Override
		public void given() {
			SocketOfferTests.this.events.add("given");
		}

		@Override
		public void takeBack(MountDescriptors descriptors, Succession mount) {
			SocketOfferTests.this.events
				.add("taken back " + Stream.of(descriptors.device(), descriptors.helper(), descriptors.memory())
					.filter(Objects::nonNull)
					.map(SocketOfferTests.this::text)
					.collect(Collectors.joining()));
			mount.resume();
		}

	};

	private final Succession mount = new Succession() {

		@Override
		public @Nullable String leave(long process, Duration timeout) {
			SocketOfferTests.this.events.add("left to " + process + " within " + timeout);
			return SocketOfferTests.this.refusal;
		}

		@Override
		public boolean resume() {
			SocketOfferTests.this.events.add("resumed");
			return true;
		}

	};

	private Path spool;

	private MountOptions options;

	private int device;

	private int helper;

	private SocketOffer offer;

	@BeforeEach
	void listen(@TempDir Path directory) throws IOException {
		// Longer than the address of a socket can be.
		this.spool = Files.createDirectories(directory.resolve("s".repeat(100)).resolve("p".repeat(100)));
		this.options = new MountOptions("kit", directory.resolve("mnt"), false, false, false, 1, 0);
		this.device = open(Files.writeString(directory.resolve("device"), "device"));
		this.helper = open(Files.writeString(directory.resolve("helper"), "helper"));
		this.offer = offer(Duration.ofMillis(500));
	}

	private int open(Path file) {
		return this.c.open(NativeText.encode(file.toString()), O_RDONLY_CLOEXEC);
	}

	private SocketOffer offer(Duration patience) throws IOException {
		SocketOffer made = new SocketOffer(this.spool, this.options, this.device, this.helper, this.giver, patience);
		made.begin(this.mount);
		return made;
	}

	@AfterEach
	void stop() {
		this.offer.end();
		await().until(() -> Thread.getAllStackTraces()
			.keySet()
			.stream()
			.noneMatch((thread) -> thread.getName().equals("fusemount-kit-takeover")));
		this.c.close(this.device);
		this.c.close(this.helper);
	}

	private Gift ask(MountOptions asked) throws IOException {
		return ask(asked, (gift) -> {
		});
	}

	private Gift ask(MountOptions asked, Neighbour.Holding holding) throws IOException {
		Gift gift = Neighbour.ask(this.spool, asked, SOON, holding);
		assertThat(gift).isNotNull();
		return gift;
	}

	private String text(int descriptor) {
		byte[] bytes = new byte[10];
		int read = (int) Native.libc().read(descriptor, bytes, bytes.length);
		this.c.lseek(descriptor, 0, 0);
		this.c.close(descriptor);
		return new String(bytes, 0, Math.max(0, read), StandardCharsets.UTF_8);
	}

	private Path socket() {
		return this.spool.resolve("takeover");
	}

	@Test
	void theMountIsLeftAndItsDescriptorsArePassed() throws IOException {
		Gift gift = ask(this.options);
		assertThat(gift.isReturnable()).isTrue();
		assertThat(text(gift.descriptors().device())).isEqualTo("device");
		assertThat(text(Objects.requireNonNull(gift.descriptors().helper()))).isEqualTo("helper");
		gift.keep();
		assertThat(gift.isReturnable()).isFalse();
		await().until(() -> this.events.contains("given"));
		assertThat(this.events).containsExactly("left to " + OWN + " within PT10S", "given");
	}

	@Test
	void aMountWithoutAHelperIsPassedToo() throws IOException {
		this.offer.end();
		this.c.close(this.helper);
		this.helper = -1;
		this.offer = offer(SOON);
		Gift gift = ask(this.options);
		assertThat(text(gift.descriptors().device())).isEqualTo("device");
		assertThat(gift.descriptors().helper()).isNull();
		gift.keep();
	}

	@Test
	void onlyTheUserOfTheProcessCanUseTheSocket() throws IOException {
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket()))).isEqualTo("rw-------");
	}

	@Test
	void theSocketOfAProcessThatHasDiedIsReplaced() throws IOException {
		SocketOffer next = offer(SOON);
		this.offer.end();
		assertThat(socket()).exists();
		this.offer = next;
		ask(this.options).keep();
	}

	@Test
	void nobodyIsAskedWhereNobodyListens() throws IOException {
		this.offer.end();
		assertThat(socket()).doesNotExist();
		assertThat(Neighbour.ask(this.spool, this.options, SOON, (gift) -> {
		})).isNull();
		Files.createFile(socket());
		assertThat(Neighbour.ask(this.spool, this.options, SOON, (gift) -> {
		})).isNull();
	}

	@Test
	void aMountThatWouldBeAnotherOneIsNotGivenUp() {
		Path there = this.options.mountPoint();
		assertRefused(new MountOptions("other", there, false, false, false, 1, 0),
				"The mount is 'other' there and 'kit' here");
		assertRefused(new MountOptions("kit", there.resolve("x"), false, false, false, 1, 0),
				"The mount point is " + there + "/x there and " + there + " here");
		String differ = "read-only, allow-other or default-permissions of fusemount differ";
		assertRefused(new MountOptions("kit", there, true, false, false, 1, 0), differ);
		assertRefused(new MountOptions("kit", there, false, true, false, 1, 0), differ);
		assertRefused(new MountOptions("kit", there, false, false, true, 1, 0), differ);
		assertThat(this.events).isEmpty();
	}

	private void assertRefused(MountOptions asked, String words) {
		assertThatIOException().isThrownBy(() -> ask(asked))
			.withMessage("Process " + OWN + " serves the mount and keeps it: " + words);
	}

	@Test
	void otherNotesAndOtherVersionsAreRefused() throws IOException {
		Request own = Request.of(this.options, SOON);
		Request other = new Request("notes-9", own.name(), own.mountPoint(), own.kernel(), SOON);
		assertThat(answer(other.bytes())).contains("reads other notes (notes-9) than this one writes");
		assertThat(answer(new byte[] { 1, 2, 3 })).contains("of another version of the product");
		byte[] incomplete = new NoteWriter().text("fusemount-takeover-2").text(null).toByteArray();
		assertThat(answer(incomplete)).contains("of another version of the product");
		assertThat(this.events).isEmpty();
	}

	private String answer(byte[] request) throws IOException {
		try (LocalSocket raw = LocalSocket.connect(this.spool, "takeover")) {
			assertThat(raw).isNotNull();
			raw.send(request, null);
			return Message.text(Objects.requireNonNull(raw.receive(SOON)));
		}
	}

	@Test
	void aMountThatCannotBeLeftNowCanBeAskedForAgain() throws IOException {
		this.refusal = "It is busy";
		assertRefused(this.options, "It is busy");
		this.refusal = null;
		ask(this.options).keep();
	}

	@Test
	void theMountIsTakenBackFromAProcessThatDoesNotTakeIt() {
		assertThatIOException().isThrownBy(() -> ask(this.options, (gift) -> {
			throw new IOException("it is full");
		})).withMessage("Process " + OWN + " serves the mount, which was not handed over: it is full");
		await().until(() -> this.events.contains("resumed"));
		assertThat(this.events).containsExactly("left to " + OWN + " within PT10S", "taken back devicehelper",
				"resumed");
	}

	@Test
	void aProcessThatHangsDoesNotGetTheMountAfterAll() {
		assertThatIOException().isThrownBy(() -> ask(this.options, (gift) -> {
			await().until(() -> this.events.contains("resumed"));
		})).withMessageContaining("was not handed over: send: ");
		assertThat(this.events).contains("taken back devicehelper").doesNotContain("given");
	}

	@Test
	void theMountIsTakenBackFromAProcessThatGivesItBack() throws IOException {
		ask(this.options).giveBack();
		await().until(() -> this.events.contains("resumed"));
		assertThat(this.events).contains("given", "taken back devicehelper");
	}

	@Test
	void whatAProcessHasWrittenDownThatGivesTheMountBackIsOfNoUse() throws IOException {
		Gift gift = ask(this.options);
		gift.show(this.device);
		gift.giveBack();
		gift.show(this.device);
		await().until(() -> this.events.contains("resumed"));
		assertThat(this.events).contains("taken back devicehelper");
	}

	@Test
	void theMountIsTakenBackWithWhatAProcessHasWrittenDownThatDies() throws IOException {
		try (LocalSocket dying = LocalSocket.connect(this.spool, "takeover")) {
			assertThat(dying).isNotNull();
			dying.send(Request.of(this.options, SOON).bytes(), null);
			assertThat(Message.HELPER.is(dying.receive(SOON))).isTrue();
			assertThat(Message.DEVICE.is(dying.receive(SOON))).isTrue();
			dying.send(Message.TAKEN.bytes(""), null);
			dying.send(Message.MEMORY.bytes(""), this.helper);
			dying.send(Message.MEMORY.bytes(""), this.device);
		}
		await().until(() -> this.events.contains("resumed"));
		assertThat(this.events).containsExactly("left to " + OWN + " within PT10S", "given",
				"taken back devicehelperdevice", "resumed");
	}

	@Test
	void aProcessThatSaysNothingHoldsUpNobodyForLong() throws IOException {
		try (LocalSocket silent = LocalSocket.connect(this.spool, "takeover")) {
			assertThat(silent).isNotNull();
			ask(this.options).keep();
		}
	}

	@Test
	void whatIsAtTheNumberOfAClosedSocketIsNoneOfItsBusiness() throws IOException {
		LocalSocket closed = Objects.requireNonNull(LocalSocket.connect(this.spool, "takeover"));
		closed.close();
		// It has the same number, unless another thread was quicker.
		try (LocalSocket other = LocalSocket.listen(this.spool, "other")) {
			assertThat(other.isReady()).isFalse();
			assertThat(closed.isReady()).isTrue();
		}
	}

	@Test
	void aProcessOfAnotherUserIsRefused() throws Exception {
		assumeThat(this.c.geteuid()).isZero();
		for (Path above = this.spool; above != null && above.startsWith("/tmp"); above = above.getParent()) {
			if (!above.equals(Path.of("/tmp"))) {
				Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwxr-xr-x"));
			}
		}
		Files.setPosixFilePermissions(socket(), PosixFilePermissions.fromString("rw-rw-rw-"));
		String script = """
				import os, socket
				asking = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
				os.chdir('%s')
				os.setuid(65534)
				asking.connect('takeover')
				asking.send(bytes.fromhex('%s'))
				print(asking.recv(1000).decode())
				""".formatted(this.spool, HexFormat.of().formatHex(Request.of(this.options, SOON).bytes()));
		Process python = new ProcessBuilder("python3", "-c", script).redirectErrorStream(true).start();
		assertThat(python.inputReader().readLine())
			.isEqualTo("AIt runs as user 0, and the process that asks as user 65534");
		assertThat(this.events).isEmpty();
	}

	@Test
	void noDescriptorIsLeftOpen() throws IOException {
		long before = descriptors();
		for (int i = 0; i < 20; i++) {
			Gift gift = ask(this.options);
			text(gift.descriptors().device());
			text(Objects.requireNonNull(gift.descriptors().helper()));
			gift.keep();
			this.offer = offer(SOON);
			assertRefused(new MountOptions("other", this.options.mountPoint(), false, false, false, 1, 0),
					"The mount is 'other' there and 'kit' here");
		}
		await().untilAsserted(() -> assertThat(descriptors() - before).isLessThan(5));
	}

	private static long descriptors() throws IOException {
		try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
			return open.count();
		}
	}

}
