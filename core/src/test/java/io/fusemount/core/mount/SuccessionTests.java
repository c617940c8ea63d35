package io.fusemount.core.mount;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A mount that another process asks for, without a kernel.
 */
class SuccessionTests implements MountListener {

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	@TempDir
	Path directory;

	private final List<String> events = new ArrayList<>();

	/** What becomes of a session that is to be left. */
	private boolean leaving = true;

	private @Nullable MountException obstacle;

	private @Nullable FakeSession session;

	private final Mount mount = new Mount(new MountOptions("default", Path.of("/srv/files"), false, false, false, 1, 0),
			this::fileSystem, new Dispatcher(new ErrnoTranslators(List.of()), new OperationListener() {
			}), this::mount, this);

	private VirtualFileSystem fileSystem() {
		try {
			FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
					Duration.ofSeconds(1), 100, ScratchSettings.defaults());
			return NodeFileSystem.create(VirtualDirectory.root(Map.of(), Instant.EPOCH), settings,
					FileSystemSpool.open(this.directory.resolve("spool")), new OperationListener() {
					});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private TransportSession mount(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options) {
		this.session = new FakeSession(fileSystem);
		return this.session;
	}

	private Succession offered() {
		return Objects.requireNonNull(Objects.requireNonNull(this.session).offered);
	}

	@Override
	public void left(Mount left) {
		this.events.add("left");
	}

	@Override
	public void returned(Mount returned) {
		this.events.add("returned");
	}

	@Override
	public void unmounted(Mount unmounted) {
		this.events.add("unmounted");
	}

	@Test
	void itIsLeftAndSaysToWhom() {
		this.mount.mount();
		assertThat(offered().leave(4711, TIMEOUT)).isNull();
		assertThat(this.mount.state()).isEqualTo(MountState.UNMOUNTED);
		assertThat(Objects.requireNonNull(this.mount.departure()).process()).isEqualTo(4711);
		assertThat(this.mount.failure()).isNull();
		assertThat(this.mount.fileSystem()).isNull();
		this.mount.unmount(TIMEOUT);
		assertThat(this.events).containsExactly("left");
	}

	@Test
	void itIsServedOnIfItIsBusy() {
		this.mount.mount();
		this.leaving = false;
		assertThat(offered().leave(4711, TIMEOUT))
			.isEqualTo("Operations of programs were still in progress after 1.0 s");
		assertThat(this.mount.state()).isEqualTo(MountState.MOUNTED);
		assertThat(this.mount.departure()).isNull();
		this.mount.unmount(TIMEOUT);
		assertThat(this.events).containsExactly("unmounted");
	}

	@Test
	void itIsUnmountedIfItCanNeitherBeLeftNorServed() {
		this.mount.mount();
		this.obstacle = new MountException(MountException.Reason.OTHER, "The disk is full");
		assertThat(offered().leave(4711, TIMEOUT)).isEqualTo("The disk is full");
		assertThat(this.mount.state()).isEqualTo(MountState.UNMOUNTED);
		assertThat(this.mount.departure()).isNull();
		assertThat(this.events).containsExactly("unmounted");
	}

	@Test
	void whatIsNotMountedIsNotLeft() {
		this.mount.mount();
		this.mount.unmount(TIMEOUT);
		assertThat(offered().leave(4711, TIMEOUT)).isEqualTo("It is not mounted");
	}

	@Test
	void whatIsMountedAgainIsNotLeftToWhoHasAskedBefore() {
		this.mount.mount();
		Succession before = offered();
		this.mount.unmount(TIMEOUT);
		this.mount.mount();
		assertThat(before.leave(4711, TIMEOUT)).isEqualTo("It is not mounted");
		assertThat(this.mount.state()).isEqualTo(MountState.MOUNTED);
		assertThat(offered().leave(4711, TIMEOUT)).isNull();
	}

	@Test
	void itIsServedAgainIfItComesBack() {
		this.mount.mount();
		Succession succession = offered();
		succession.leave(4711, TIMEOUT);
		assertThat(succession.resume()).isTrue();
		assertThat(this.mount.state()).isEqualTo(MountState.MOUNTED);
		assertThat(this.mount.departure()).isNull();
		this.mount.unmount(TIMEOUT);
		assertThat(this.events).containsExactly("left", "returned", "unmounted");
	}

	@Test
	void itIsNotServedAgainAfterAStop() {
		this.mount.mount();
		Succession succession = offered();
		succession.leave(4711, TIMEOUT);
		this.mount.unmount(TIMEOUT);
		assertThat(succession.resume()).isFalse();
		assertThat(this.mount.state()).isEqualTo(MountState.UNMOUNTED);
		assertThat(this.events).containsExactly("left");
	}

	/**
	 * A session without a kernel.
	 */
	private final class FakeSession implements TransportSession {

		private final VirtualFileSystem fileSystem;

		private final CompletableFuture<Void> ended = new CompletableFuture<>();

		private @Nullable Succession offered;

		FakeSession(VirtualFileSystem fileSystem) {
			this.fileSystem = fileSystem;
		}

		@Override
		public void unmount(Deadline deadline) {
			this.ended.complete(null);
		}

		@Override
		public boolean giveWay(Deadline deadline) {
			if (SuccessionTests.this.obstacle != null) {
				throw SuccessionTests.this.obstacle;
			}
			if (SuccessionTests.this.leaving) {
				this.fileSystem.close();
				this.ended.complete(null);
			}
			return SuccessionTests.this.leaving;
		}

		@Override
		public void offer(Succession offer) {
			this.offered = offer;
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
