package io.fusemount.core.mount;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@Timeout(120)
class MountTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	@TempDir
	Path directory;

	private final List<FakeSession> sessions = new ArrayList<>();

	private final CompletableFuture<Thread> closed = new CompletableFuture<>();

	private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

	private boolean broken;

	/** Counted down by a filesystem that has too much to store. */
	private volatile @Nullable CountDownLatch drained;

	private volatile @Nullable CountDownLatch closing;

	@Test
	void itCanBeMountedAndUnmountedAgain() {
		Mount mount = mount("default");
		assertThat(mount.state()).isEqualTo(MountState.UNMOUNTED);
		for (int i = 0; i < 3; i++) {
			mount.mount();
			mount.mount();
			assertThat(mount.state()).isEqualTo(MountState.MOUNTED);
			assertThat(mount.fileSystem()).isNotNull();
			mount.unmount(TIMEOUT);
			mount.unmount(TIMEOUT);
			assertThat(mount.state()).isEqualTo(MountState.UNMOUNTED);
			assertThat(mount.fileSystem()).isNull();
		}
		// A spool that were not given back would have refused the second time.
		assertThat(this.sessions).hasSize(3).allMatch((session) -> session.ended.isDone());
	}

	@Test
	void aFailureIsKeptAndTheNextAttemptCanSucceed() {
		Mount mount = mount("default");
		this.broken = true;
		assertThatExceptionOfType(MountException.class).isThrownBy(mount::mount);
		assertThat(mount.state()).isEqualTo(MountState.FAILED);
		assertThat(mount.failure()).hasMessage("no device");
		this.broken = false;
		mount.mount();
		assertThat(mount.state()).isEqualTo(MountState.MOUNTED);
		assertThat(mount.failure()).isNull();
		mount.unmount(TIMEOUT);
	}

	@Test
	void whatIsUnmountedFromOutsideCanBeMountedAgain() throws InterruptedException {
		Mount mount = mount("default");
		mount.mount();
		this.sessions.get(0).ended.complete(null);
		while (mount.state() != MountState.UNMOUNTED) {
			Thread.onSpinWait();
		}
		mount.mount();
		assertThat(mount.state()).isEqualTo(MountState.MOUNTED);
		mount.unmount(TIMEOUT);
	}

	@Test
	void whatIsUnmountedFromOutsideIsClosedOnAThreadOfItsOwn() throws Exception {
		mount("default").mount();
		this.sessions.get(0).ended.complete(null);
		Thread closer = this.closed.get(60, TimeUnit.SECONDS);
		assertThat(closer.getName()).isEqualTo("fusemount-close");
		assertThat(closer.isDaemon()).isTrue();
		closer.join(60_000);
		assertThat(closer.isAlive()).isFalse();
	}

	@Test
	void whoEndsIsNotHeldUpByWhatIsOpenWhereOthersHaveUnmounted() throws Exception {
		Mount mount = mount("default");
		mount.mount();
		this.closing = new CountDownLatch(1);
		this.sessions.get(0).ended.complete(null);
		this.closed.get(60, TimeUnit.SECONDS);
		CompletableFuture<Void> end = CompletableFuture.runAsync(() -> mount.unmount(TIMEOUT));
		try {
			assertThat(end).succeedsWithin(Duration.ofSeconds(60));
			assertThat(mount.state()).isEqualTo(MountState.UNMOUNTED);
			assertThat(mount.failure()).hasMessageContaining("files are still open");
		}
		finally {
			this.closing.countDown();
		}
	}

	@Test
	void whatIsUnmountedFromOutsideIsToldAndStaysAFailureUntilItIsMountedAgain() throws InterruptedException {
		Mount mount = mount("default");
		mount.mount();
		this.sessions.get(0).ended.complete(null);
		assertThat(this.ends.poll(60, TimeUnit.SECONDS)).isEqualTo("lost");
		assertThat(mount.state()).isEqualTo(MountState.UNMOUNTED);
		assertThat(mount.failure())
			.isInstanceOfSatisfying(MountException.class,
					(ex) -> assertThat(ex.reason()).isEqualTo(MountException.Reason.UNMOUNTED_BY_OTHERS))
			.hasMessage("Somebody has unmounted " + this.directory.resolve("mnt") + " ('fusermount -u' or 'umount')");
		mount.mount();
		assertThat(mount.failure()).isNull();
		mount.unmount(TIMEOUT);
		mount.unmount(TIMEOUT);
		assertThat(this.ends).containsExactly("unmounted");
		assertThat(mount.failure()).isNull();
	}

	@Test
	void whatIsDisplacedIsMountedAgainOverTheSameFilesAndClosedWithTheLastOfBoth() throws Exception {
		Mount mount = mount("default");
		mount.mount();
		VirtualFileSystem served = mount.fileSystem();
		FakeSession first = this.sessions.get(0);
		first.displacement = "elsewhere";
		assertThat(mount.failure()).hasMessage("elsewhere");
		this.broken = true;
		assertThatExceptionOfType(MountException.class).isThrownBy(mount::mount);
		assertThat(mount.state()).isEqualTo(MountState.MOUNTED);
		assertThat(first.withdrawn).isFalse();
		this.broken = false;
		mount.mount();
		assertThat(first.withdrawn).isTrue();
		assertThat(mount.failure()).isNull();
		assertThat(mount.fileSystem()).isSameAs(served);
		this.sessions.get(1).ended.complete(null);
		assertThat(this.ends.poll(60, TimeUnit.SECONDS)).isEqualTo("lost");
		assertThat(mount.state()).isEqualTo(MountState.UNMOUNTED);
		assertThat(this.closed).isNotDone();
		first.ended.complete(null);
		this.closed.get(60, TimeUnit.SECONDS);
	}

	@Test
	void whatAnEndedSessionLeavesOpenHoldsUpNeitherTheOtherNorTheNewsOfItsEnd() throws Exception {
		Mount mount = mount("default");
		for (int i = 0; i < 3; i++) {
			this.sessions.forEach((session) -> session.displacement = "elsewhere");
			mount.mount();
		}
		try {
			this.sessions.get(0).ended.complete(null);
			this.sessions.get(0).releasing.await();
			assertThat(CompletableFuture.runAsync(mount::mount)).succeedsWithin(Duration.ofSeconds(30));
			this.sessions.get(2).ended.complete(null);
			assertThat(this.ends.poll(30, TimeUnit.SECONDS)).isEqualTo("lost");
			this.sessions.get(2).releasing.await();
		}
		finally {
			this.sessions.forEach((session) -> session.released.countDown());
		}
		mount.unmount(TIMEOUT);
	}

	@Test
	void whoHasNoTimeCutsAPatientUnmountShort() throws Exception {
		Mount mount = mount("default");
		mount.mount();
		this.drained = new CountDownLatch(1);
		CompletableFuture<Void> patient = CompletableFuture.runAsync(() -> mount.unmount(Duration.ofMinutes(10)));
		this.drained.await();
		new MountActions(mount).unmount(Duration.ZERO);
		assertThat(mount.state()).isEqualTo(MountState.UNMOUNTED);
		assertThat(patient).succeedsWithin(Duration.ofSeconds(60));
		assertThat(this.ends).containsExactly("unmounted");
		mount.mount();
		mount.unmount(TIMEOUT);
	}

	@Test
	void whoComesLaterHasNoMoreTimeThanHeBrings() throws Exception {
		Mount mount = mount("default");
		mount.mount();
		this.drained = new CountDownLatch(1);
		CompletableFuture<Void> patient = CompletableFuture.runAsync(() -> mount.unmount(Duration.ofMinutes(10)));
		this.drained.await();
		mount.unmount(TIMEOUT);
		assertThat(patient).succeedsWithin(Duration.ofSeconds(60));
	}

	@Test
	void anUnmountThatWaitsForWorkersIsCutShortAndItsFailureIsTold() throws Exception {
		Mount mount = mount("default");
		mount.mount();
		this.sessions.get(0).busy = true;
		CompletableFuture<Void> patient = CompletableFuture.runAsync(() -> mount.unmount(Duration.ofMinutes(10)));
		this.sessions.get(0).waiting.await();
		assertThatExceptionOfType(MountException.class).isThrownBy(() -> mount.unmount(TIMEOUT)).withMessage("busy");
		assertThat(patient).failsWithin(Duration.ofSeconds(60));
		assertThat(mount.state()).isEqualTo(MountState.UNMOUNTED);
		mount.unmount(TIMEOUT);
	}

	@Test
	void whoDrainsIsHurriedByWhoUnmounts() throws Exception {
		Mount mount = mount("default");
		mount.mount();
		CountDownLatch begun = new CountDownLatch(1);
		Deadline deadline = Deadline.in(Duration.ofMinutes(10));
		CompletableFuture<Void> drain = CompletableFuture.runAsync(() -> mount.patiently(deadline, () -> {
			begun.countDown();
			deadline.drain(MountTests::workUntilNobodyWantsIt);
		}));
		begun.await();
		mount.unmount(Duration.ZERO);
		// The thread is abandoned, or is notified in time that its work is no longer
		// wanted.
		assertThat(drain.handle((nothing, failure) -> "over")).succeedsWithin(Duration.ofSeconds(60));
	}

	private static void workUntilNobodyWantsIt() {
		try {
			Cancellation.await((nanos) -> new CountDownLatch(1).await(nanos, TimeUnit.NANOSECONDS));
		}
		catch (InterruptedException ex) {
			throw new AssertionError(ex);
		}
	}

	@Test
	void mountsAreFoundByNameAndNamesAreUnique() {
		Mount mount = mount("a");
		MountRegistry registry = new MountRegistry(List.of(mount, mount("b")));
		assertThat(registry.find("a")).isSameAs(mount);
		assertThat(registry.find("c")).isNull();
		assertThat(registry.mounts()).hasSize(2);
		assertThatIllegalArgumentException().isThrownBy(() -> new MountRegistry(List.of(mount, mount("a"))))
			.withMessageContaining("'a'");
	}

	private Mount mount(String name) {
		MountOptions options = new MountOptions(name, this.directory.resolve("mnt"), false, false, true, 4, 1);
		return new Mount(options, this::fileSystem,
				new Dispatcher(new ErrnoTranslators(List.of()), new OperationListener() {
				}), (fileSystem, dispatcher, mountOptions) -> {
					if (this.broken) {
						throw new MountException(MountException.Reason.NO_FUSE_DEVICE, "no device");
					}
					FakeSession session = new FakeSession();
					this.sessions.add(session);
					return session;
				}, new MountListener() {

					@Override
					public void unmounted(Mount mount) {
						MountTests.this.ends.add("unmounted");
					}

					@Override
					public void lost(Mount mount) {
						MountTests.this.ends.add("lost");
					}

				});
	}

	private VirtualFileSystem fileSystem() {
		try {
			FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
					Duration.ofSeconds(1), 100, ScratchSettings.defaults());
			VirtualFileSystem created = NodeFileSystem.create(VirtualDirectory.root(Map.of(), Instant.EPOCH), settings,
					FileSystemSpool.open(this.directory.resolve("spool")), new OperationListener() {
					});
			return (VirtualFileSystem) Proxy.newProxyInstance(getClass().getClassLoader(),
					new Class<?>[] { VirtualFileSystem.class }, (proxy, method, arguments) -> {
						CountDownLatch begun = this.drained;
						if (begun != null && method.getName().equals("drain")) {
							begun.countDown();
							workUntilNobodyWantsIt();
						}
						if (method.getName().equals("close")) {
							this.closed.complete(Thread.currentThread());
							CountDownLatch hanging = this.closing;
							if (hanging != null) {
								hanging.await();
							}
						}
						return method.invoke(created, arguments);
					});
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	private static final class FakeSession implements TransportSession {

		private final CompletableFuture<Void> ended = new CompletableFuture<>();

		private volatile @Nullable String displacement;

		private volatile boolean withdrawn;

		@Override
		public void withdraw() {
			this.withdrawn = true;
		}

		@Override
		public @Nullable String displacement() {
			return this.displacement;
		}

		private final CountDownLatch waiting = new CountDownLatch(1);

		private final CountDownLatch releasing = new CountDownLatch(1);

		private final CountDownLatch released = new CountDownLatch(1);

		private boolean busy;

		@Override
		public void releaseHandles() {
			this.releasing.countDown();
			try {
				this.released.await();
			}
			catch (InterruptedException ex) {
				throw new AssertionError(ex);
			}
		}

		@Override
		public void unmount(Deadline deadline) {
			this.waiting.countDown();
			try {
				if (this.busy && !deadline.await((nanos) -> new CountDownLatch(1).await(nanos, TimeUnit.NANOSECONDS))) {
					throw new MountException(MountException.Reason.OTHER, "busy");
				}
			}
			catch (InterruptedException ex) {
				throw new AssertionError(ex);
			}
			this.ended.complete(null);
		}

		@Override
		public CompletionStage<Void> ended() {
			return this.ended;
		}

		@Override
		public int activeWorkers() {
			return 0;
		}

	}

}
