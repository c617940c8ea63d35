package io.fusemount.transport.jnr;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The threads that serve requests.
 */
@EnabledIfFuse
@Timeout(600)
class WorkersTests {

	private final MemoryFileSystem fileSystem = new MemoryFileSystem();

	private final ExecutorService programs = Executors.newCachedThreadPool();

	@AfterEach
	void end() {
		this.programs.shutdown();
	}

	@Test
	void threadsAreFewAndNamed() throws Exception {
		Set<Thread> threads = ConcurrentHashMap.newKeySet();
		this.fileSystem.file("/a", "content");
		this.fileSystem.before = (method) -> threads.add(Thread.currentThread());
		try (Mounted mounted = new Mounted(this.fileSystem, 3, 2)) {
			for (int i = 0; i < 2_000; i++) {
				Files.getLastModifiedTime(mounted.root.resolve("a"));
			}
			assertThat(threads).hasSizeBetween(1, 3)
				.allSatisfy((thread) -> assertThat(thread.getName()).matches("fusemount-test-[123]"));
			assertThat(threads).allMatch(Thread::isDaemon);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 4 })
	void blockedOperationsDoNotStarveOthers(int readers) throws Exception {
		int workers = 6;
		CountDownLatch release = new CountDownLatch(1);
		CountDownLatch blocked = new CountDownLatch(workers - 1);
		this.fileSystem.file("/a", "content");
		this.fileSystem.before = (method) -> {
			if (method.equals("access")) {
				try (BlockingSection.Scope outer = BlockingSection.open();
						BlockingSection.Scope inner = BlockingSection.open()) {
					blocked.countDown();
					await(release);
				}
			}
		};
		try (Mounted mounted = new Mounted(this.fileSystem, workers, readers)) {
			for (int i = 0; i < workers - 1; i++) {
				this.programs.submit(() -> mounted.root.resolve("a").toFile().canRead());
			}
			await(blocked);
			try {
				// The worker that answered the look-up may not have left the count yet.
				Patience.await().until(() -> mounted.session.activeWorkers() == workers - 1);
				assertThat(mounted.session.waitingWorkers()).isEqualTo(workers - 1);
				assertThat(mounted.session.storingWorkers()).isZero();
				// In a process of its own: if it hangs, this one can still end.
				assertThat(Mounted.run(Path.of("/"), "cat", mounted.root.resolve("a").toString())).isEqualTo("content");
			}
			finally {
				release.countDown();
			}
			Patience.await().until(() -> mounted.session.activeWorkers() == 0);
			assertThat(mounted.session.waitingWorkers()).isZero();
			assertThat(mounted.root.resolve("a")).hasContent("content");
		}
	}

	@Test
	void howeverManyBlockAtTheSameMomentOneIsLeft() throws Exception {
		int workers = 6;
		this.fileSystem.file("/a", "content");
		try (Mounted mounted = new Mounted(this.fileSystem, workers, 2)) {
			for (int round = 0; round < 500; round++) {
				CountDownLatch release = new CountDownLatch(1);
				CountDownLatch blocked = new CountDownLatch(workers - 1);
				this.fileSystem.before = (method) -> {
					if (method.equals("access")) {
						try (BlockingSection.Scope scope = BlockingSection.open()) {
							blocked.countDown();
							await(release);
						}
					}
				};
				for (int i = 0; i < workers - 1; i++) {
					this.programs.submit(() -> mounted.root.resolve("a").toFile().canRead());
				}
				await(blocked);
				try {
					assertThat(
							this.programs.submit(() -> Files.size(mounted.root.resolve("a"))).get(60, TimeUnit.SECONDS))
						.as("in round " + round)
						.isEqualTo(7);
				}
				finally {
					release.countDown();
				}
			}
		}
	}

	@Test
	void aBurstOfBlockingOperationsEnds() throws Exception {
		this.fileSystem.file("/a", "content");
		this.fileSystem.before = (method) -> {
			if (method.equals("access")) {
				try (BlockingSection.Scope scope = BlockingSection.open()) {
					Thread.yield();
				}
			}
		};
		try (Mounted mounted = new Mounted(this.fileSystem, 4, 2)) {
			CountDownLatch done = new CountDownLatch(8);
			for (int i = 0; i < 8; i++) {
				this.programs.submit(() -> {
					for (int j = 0; j < 500; j++) {
						mounted.root.resolve("a").toFile().canRead();
					}
					done.countDown();
				});
			}
			await(done);
		}
	}

	@Test
	void othersAreServedHoweverManyWaitForContentToBeStored() throws Exception {
		int workers = 4;
		int waiting = 2 * workers;
		CountDownLatch release = new CountDownLatch(1);
		CountDownLatch blocked = new CountDownLatch(waiting);
		Set<Thread> threads = ConcurrentHashMap.newKeySet();
		this.fileSystem.file("/a", "content");
		this.fileSystem.before = (method) -> {
			threads.add(Thread.currentThread());
			if (method.equals("access")) {
				try (BlockingSection.Scope scope = BlockingSection.openLong()) {
					blocked.countDown();
					await(release);
				}
			}
		};
		try (Mounted mounted = new Mounted(this.fileSystem, workers, 2)) {
			for (int i = 0; i < waiting; i++) {
				this.programs.submit(() -> mounted.root.resolve("a").toFile().canRead());
			}
			await(blocked);
			assertThat(mounted.session.waitingWorkers()).isEqualTo(waiting);
			assertThat(mounted.session.storingWorkers()).isEqualTo(waiting);
			assertThat(Mounted.run(Path.of("/"), "cat", mounted.root.resolve("a").toString())).isEqualTo("content");
			release.countDown();
			// Those that are too many now end.
			Patience.await()
				.until(() -> threads.stream().filter(Thread::isAlive).count() <= workers
						&& mounted.session.activeWorkers() == 0);
			assertThat(mounted.session.waitingWorkers()).isZero();
			assertThat(mounted.session.storingWorkers()).isZero();
			assertThat(mounted.root.resolve("a")).hasContent("content");
		}
	}

	@Test
	void whoIsKilledWhileHeWaitsEnds() throws Exception {
		CountDownLatch never = new CountDownLatch(1);
		CountDownLatch waiting = new CountDownLatch(1);
		AtomicReference<Throwable> reason = new AtomicReference<>();
		this.fileSystem.file("/a", "content");
		this.fileSystem.before = (method) -> {
			if (method.equals("flush") && waiting.getCount() > 0) {
				waiting.countDown();
				reason.set(awaitWhileWanted(never));
			}
		};
		try (Mounted mounted = new Mounted(this.fileSystem)) {
			Process program = new ProcessBuilder("sh", "-c", "trap '' USR1; exec 3<a; exec 3<&-")
				.directory(mounted.root.toFile())
				.start();
			await(waiting);
			for (int i = 0; i < 20; i++) {
				Mounted.run(Path.of("/"), "sh", "-c", "kill -USR1 " + program.pid());
			}
			assertThat(program.isAlive()).isTrue();
			assertThat(reason).hasNullValue();
			program.destroyForcibly();
			Patience.await().until(() -> !program.isAlive());
			assertThat(reason.get()).isInstanceOfSatisfying(ErrnoException.class,
					(ex) -> assertThat(ex.errno()).isEqualTo(Errno.EINTR));
			assertThat(mounted.root.resolve("a")).hasContent("content");
		}
	}

	@Test
	void aRenameThatHangsStopsNeitherOthersNorWhoIsKilledWhileHeWaitsForIt() throws Exception {
		int workers = 2;
		CountDownLatch release = new CountDownLatch(1);
		CountDownLatch renaming = new CountDownLatch(1);
		List<Process> readers = new ArrayList<>();
		this.fileSystem.file("/a", "content");
		this.fileSystem.file("/b", "other content");
		this.fileSystem.before = (method) -> {
			if (method.equals("rename")) {
				try (BlockingSection.Scope commit = BlockingSection.openLong()) {
					renaming.countDown();
					await(release);
				}
			}
		};
		try (Mounted mounted = new Mounted(this.fileSystem, workers, 1)) {
			// The kernel locks the directory for the rename, so it has to know the names.
			mounted.shell("cat a b");
			Future<String> rename = this.programs.submit(() -> mounted.shell("mv a c"));
			await(renaming);
			try {
				for (int i = 0; i < 2 * workers; i++) {
					readers.add(cat(mounted, "a"));
				}
				Patience.await().until(() -> mounted.session.activeWorkers() == 1 + readers.size());
				Process other = cat(mounted, "b");
				Patience.await().until(() -> !other.isAlive());
				assertThat(other.exitValue()).isZero();
				Process killed = readers.remove(0);
				killed.destroyForcibly();
				Patience.await().until(() -> !killed.isAlive());
				assertThat(readers).allMatch(Process::isAlive);
			}
			finally {
				release.countDown();
			}
			assertThat(rename.get()).isEmpty();
			Patience.await().until(() -> readers.stream().noneMatch(Process::isAlive));
		}
	}

	/**
	 * Run in another directory, because entering the mounted one takes a request as well.
	 */
	private static Process cat(Mounted mounted, String name) throws IOException {
		return new ProcessBuilder("cat", mounted.root.resolve(name).toString()).directory(new File("/"))
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start();
	}

	private static Throwable awaitWhileWanted(CountDownLatch latch) {
		try {
			Cancellation.await((nanos) -> latch.await(nanos, TimeUnit.NANOSECONDS));
			return new AssertionError("It has come");
		}
		catch (ErrnoException | InterruptedException ex) {
			return ex;
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "runtime", "checked", "error", "memory", "stack" })
	void whateverIsThrownIsAnError(String kind) {
		this.fileSystem.file("/a", "content");
		this.fileSystem.before = (method) -> {
			if (method.equals("flush") || method.equals("read")) {
				fail(kind);
			}
		};
		try (Mounted mounted = new Mounted(this.fileSystem)) {
			assertThat(Mounted.run(mounted.root, "python3", "-c",
					"import os\nf=os.open('a',0)\ntry: os.read(f,1)\nexcept OSError as e: print('read', e.errno)\nos.close(f)"))
				.contains("read 5")
				.contains("OSError: [Errno 5]");
		}
	}

	private static void fail(String kind) {
		switch (kind) {
			case "runtime" -> throw new IllegalStateException("of a test");
			case "checked" -> WorkersTests.<RuntimeException>sneak(new IOException("of a test"));
			case "error" -> throw new AssertionError("of a test");
			case "memory" -> throw new OutOfMemoryError("of a test");
			default -> fail(kind);
		}
	}

	@SuppressWarnings("unchecked")
	private static <E extends Throwable> void sneak(Throwable failure) throws E {
		throw (E) failure;
	}

	@Test
	void aListenerThatFailsChangesNoAnswer() {
		this.fileSystem.file("/a", "content");
		try (Mounted mounted = new Mounted(this.fileSystem, 4, 2, new OperationListener() {
			@Override
			public void operationSucceeded(Operation operation, long elapsedNanos) {
				if (operation == Operation.FLUSH) {
					throw new NoClassDefFoundError("of a test");
				}
			}
		})) {
			assertThat(mounted.shell("exec 3<a; exec 3<&-; cat a")).isEqualTo("content");
		}
	}

	@Test
	void theCallerIsKnown() {
		AtomicReference<Caller> caller = new AtomicReference<>();
		this.fileSystem.file("/a", "content");
		this.fileSystem.before = (method) -> {
			if (method.equals("open")) {
				caller.set(Caller.current());
			}
		};
		try (Mounted mounted = new Mounted(this.fileSystem)) {
			String pid = mounted.shell("echo $$ && exec 3<a");
			assertThat(caller.get()).isEqualTo(new Caller(0, 0, Integer.parseInt(pid)));
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
