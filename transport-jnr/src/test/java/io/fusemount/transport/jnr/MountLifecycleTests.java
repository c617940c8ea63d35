package io.fusemount.transport.jnr;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.mountinfo.MountTable;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.transport.device.mount.Unmount;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Mounting and unmounting, by the book and otherwise.
 */
@EnabledIfFuse
@Timeout(600)
class MountLifecycleTests {

	private final MemoryFileSystem fileSystem = new MemoryFileSystem();

	@TempDir
	Path root;

	@AfterEach
	void unmountWhatIsLeft() {
		while (MountTable.read().at(this.root) != null) {
			Unmount.lazy(this.root);
		}
	}

	private TransportSession mount(Path path) {
		return Mounted.mount(this.fileSystem, Mounted.options(path, 8, 2), new OperationListener() {
		});
	}

	private TransportSession mount() {
		return mount(this.root);
	}

	@Test
	void aMountThatIsReadyAnswers() throws IOException {
		this.fileSystem.file("/a", "content");
		TransportSession session = mount();
		assertThat(Files.readString(this.root.resolve("a"))).isEqualTo("content");
		session.unmount(Mounted.PATIENCE);
		assertThat(this.root).isEmptyDirectory();
		assertThat(session.ended()).isCompleted();
	}

	@Test
	void manyMountsLeaveNothingBehind() throws IOException {
		mount().unmount(Mounted.PATIENCE);
		awaitThreadsEnd();
		long descriptors = descriptors();
		for (int i = 0; i < 20; i++) {
			mount().unmount(Mounted.PATIENCE);
		}
		awaitThreadsEnd();
		assertThat(descriptors()).isEqualTo(descriptors);
		assertThat(ProcessHandle.current().children()).isEmpty();
	}

	/** A thread whose work has ended is seen for a moment more. */
	private static void awaitThreadsEnd() {
		Patience.await().until(() -> fusemountThreads() == 0);
	}

	private static long fusemountThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("fusemount"))
			.count();
	}

	private static long descriptors() throws IOException {
		try (Stream<Path> list = Files.list(Path.of("/proc/self/fd"))) {
			return list.count();
		}
	}

	@Test
	void unmountingTwiceAndAtOnceIsHarmless() {
		TransportSession session = mount();
		List<CompletableFuture<Void>> unmounts = Stream
			.generate(() -> CompletableFuture.runAsync(() -> session.unmount(Mounted.PATIENCE),
					(run) -> new Thread(run).start()))
			.limit(4)
			.toList();
		unmounts.forEach(CompletableFuture::join);
		session.unmount(Mounted.PATIENCE);
		assertThat(MountTable.read().at(this.root)).isNull();
	}

	@Test
	void anOpenFileDoesNotKeepTheMount() throws IOException {
		this.fileSystem.file("/a", "content").pretendedSize = 1 << 20;
		TransportSession session = mount();
		InputStream file = Files.newInputStream(this.root.resolve("a"));
		assertThat(file.read()).isEqualTo('c');
		session.unmount(Mounted.PATIENCE);
		assertThat(MountTable.read().at(this.root)).isNull();
		assertThat(session.ended()).isCompleted();
		assertThatIOException().isThrownBy(file::close).withMessageContaining("not connected");
	}

	@Test
	void aMountWhoseParentWasRenamedIsFoundAndUnmounted() throws IOException {
		this.fileSystem.file("/a", "content");
		Path before = Files.createDirectories(this.root.resolve("before/mnt"));
		TransportSession session = mount(before);
		assertThat(session.displacement()).isNull();
		Files.move(before.getParent(), this.root.resolve("after"));
		Path after = this.root.resolve("after/mnt");
		assertThat(session.displacement())
			.isEqualTo("Somebody has renamed a directory: programs find it at " + after + ", not at " + before);
		assertThat(after.resolve("a")).hasContent("content");
		session.unmount(Mounted.PATIENCE);
		assertThat(MountTable.read().at(after)).isNull();
		assertThat(after).isEmptyDirectory();
	}

	@Test
	void aMountThatOthersHaveDetachedGoesOnUntilItIsEndedHere() throws IOException {
		this.fileSystem.file("/a", "content").pretendedSize = 1 << 20;
		TransportSession session = mount();
		FileChannel file = FileChannel.open(this.root.resolve("a"));
		ByteBuffer first = ByteBuffer.allocate(1);
		assertThat(Mounted.run(Path.of("/"), "umount", "-l", this.root.toString())).isEmpty();
		assertThat(session.displacement()).contains("umount -l", "while programs use it: they can go on");
		assertThat(file.read(first)).isOne();
		assertThat(session.ended().toCompletableFuture()).isNotDone();
		session.unmount(Mounted.PATIENCE);
		assertThat(session.activeWorkers()).isZero();
		// The readers answer the next request of the program before they end.
		assertThatIOException().isThrownBy(() -> {
			while (file.size() >= 0) {
				file.position(0);
			}
		});
		assertThatIOException().isThrownBy(file::close).withMessageContaining("not connected");
		Patience.await().until(() -> session.ended().toCompletableFuture().isDone());
	}

	@Test
	void aMountThatIsWithdrawnGoesOnUntilNobodyUsesIt() throws IOException {
		this.fileSystem.file("/a", "content").pretendedSize = 1 << 20;
		TransportSession session = mount();
		try (InputStream file = Files.newInputStream(this.root.resolve("a"))) {
			session.withdraw();
			assertThat(this.root).isEmptyDirectory();
			assertThat(file.read()).isEqualTo('c');
		}
		Patience.await().until(() -> session.ended().toCompletableFuture().isDone());
	}

	@Test
	void aMountUnderAnotherOneLeavesThatAloneAndSaysSo() throws IOException {
		TransportSession session = mount();
		assertThat(Mounted.run(Path.of("/"), "mount", "-t", "tmpfs", "cover", this.root.toString())).isEmpty();
		try {
			Files.writeString(this.root.resolve("b"), "of the other one");
			assertThat(session.displacement()).contains("mounted another filesystem (tmpfs) over it");
			assertThatExceptionOfType(MountException.class).isThrownBy(() -> session.unmount(Mounted.PATIENCE))
				.withMessageContaining("stays below it until both are unmounted");
			assertThat(this.root.resolve("b")).hasContent("of the other one");
		}
		finally {
			Mounted.run(Path.of("/"), "umount", this.root.toString());
		}
	}

	@Test
	void anotherMountAtTheSamePlaceIsLeftAlone() {
		TransportSession first = mount();
		assertThat(Mounted.run(Path.of("/"), "umount", this.root.toString())).isEmpty();
		Patience.await().until(() -> first.ended().toCompletableFuture().isDone());
		TransportSession second = mount();
		first.unmount(Mounted.PATIENCE);
		assertThat(MountTable.read().at(this.root)).isNotNull();
		second.unmount(Mounted.PATIENCE);
	}

	@Test
	void unmountFromOutsideEndsTheSession() {
		TransportSession session = mount();
		assertThat(Mounted.run(Path.of("/"), "fusermount", "-u", this.root.toString())).isEmpty();
		Patience.await().until(() -> session.ended().toCompletableFuture().isDone());
		assertThat(session.activeWorkers()).isZero();
		awaitThreadsEnd();
		assertThat(ProcessHandle.current().children()).isEmpty();
	}

	@Test
	void unmountWaitsForOperationsThatAreUnderWay() throws Exception {
		CountDownLatch reached = new CountDownLatch(1);
		CountDownLatch goOn = new CountDownLatch(1);
		blockAccess(reached, goOn);
		TransportSession session = mount();
		CompletableFuture<String> operation = access();
		reached.await();
		Patience.await().until(() -> session.activeWorkers() == 1);
		CompletableFuture<Void> unmount = CompletableFuture.runAsync(() -> session.unmount(Mounted.PATIENCE));
		Patience.await().until(() -> MountTable.read().at(this.root) == null);
		assertThat(unmount).isNotDone();
		goOn.countDown();
		assertThat(unmount).succeedsWithin(Mounted.PATIENCE);
		assertThat(operation.get(60, TimeUnit.SECONDS)).isEmpty();
	}

	@Test
	void unmountSaysIfWorkersStayBusy() throws Exception {
		CountDownLatch reached = new CountDownLatch(1);
		CountDownLatch goOn = new CountDownLatch(1);
		blockAccess(reached, goOn);
		TransportSession session = mount();
		CompletableFuture<String> operation = access();
		reached.await();
		Patience.await().until(() -> session.activeWorkers() == 1);
		assertThatExceptionOfType(MountException.class).isThrownBy(() -> session.unmount(Duration.ofMillis(100)))
			.withMessageContaining("1 of its workers");
		assertThat(MountTable.read().at(this.root)).isNull();
		assertThat(session.ended().toCompletableFuture()).isNotDone();
		goOn.countDown();
		Patience.await().until(() -> session.ended().toCompletableFuture().isDone());
		assertThat(operation.get(60, TimeUnit.SECONDS)).isNotNull();
	}

	private void blockAccess(CountDownLatch reached, CountDownLatch goOn) {
		this.fileSystem.file("/a", "");
		this.fileSystem.before = (method) -> {
			if (method.equals("access")) {
				reached.countDown();
				awaitUninterruptibly(goOn);
			}
		};
	}

	private CompletableFuture<String> access() {
		return CompletableFuture
			.supplyAsync(() -> Mounted.run(Path.of("/"), "test", "-r", this.root.resolve("a").toString()));
	}

	/** Waits like a driver that ignores interrupts. */
	private static void awaitUninterruptibly(CountDownLatch latch) {
		for (;;) {
			try {
				latch.await();
				return;
			}
			catch (InterruptedException ex) {
				// Once more.
			}
		}
	}

	@Test
	void aMountPointBehindALinkAndWithBlanksWorks() throws IOException {
		Path real = Files.createDirectory(this.root.resolve("with blank, comma \\ and ä"));
		Path link = Files.createSymbolicLink(this.root.resolve("link"), real);
		this.fileSystem.file("/a", "content");
		TransportSession session = mount(link);
		assertThat(link.resolve("a")).hasContent("content");
		assertThat(MountTable.read().at(real)).isNotNull();
		session.unmount(Mounted.PATIENCE);
		assertThat(MountTable.read().at(real)).isNull();
	}

	@Test
	void twoMountsLiveSideBySide() throws IOException {
		Path other = Files.createDirectory(this.root.resolve("other"));
		Path another = Files.createDirectory(this.root.resolve("another"));
		this.fileSystem.file("/a", "content");
		TransportSession first = mount(other);
		TransportSession second = mount(another);
		first.unmount(Mounted.PATIENCE);
		assertThat(another.resolve("a")).hasContent("content");
		second.unmount(Mounted.PATIENCE);
	}

}
