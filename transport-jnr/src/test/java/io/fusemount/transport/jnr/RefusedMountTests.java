package io.fusemount.transport.jnr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.mountinfo.MountTable;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.transport.device.mount.Unmount;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Refused mounts and the reasons given.
 */
@EnabledIfFuse
@Timeout(600)
class RefusedMountTests {

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

	@Test
	void aMissingMountPointIsNamed() {
		assertReason(this.root.resolve("missing"), Reason.MOUNT_POINT_MISSING, "does not exist");
	}

	@Test
	void aFileIsNoMountPoint() throws IOException {
		Path file = Files.createFile(this.root.resolve("file"));
		assertReason(file, Reason.MOUNT_POINT_NOT_A_DIRECTORY, "not a directory");
	}

	@Test
	void aDirectoryWithContentIsNoMountPoint() throws IOException {
		Files.createFile(this.root.resolve("file"));
		assertReason(this.root, Reason.MOUNT_POINT_NOT_EMPTY, "not empty");
	}

	@Test
	void aLivingMountIsNotCovered() {
		TransportSession session = mount(this.root);
		assertReason(this.root, Reason.MOUNT_POINT_IN_USE, "fuse.fusemount");
		session.unmount(Mounted.PATIENCE);
	}

	@Test
	void ofTwoThatMountAtOnceOneIsRefused() throws Exception {
		ExecutorService applications = Executors.newFixedThreadPool(2);
		try {
			for (int i = 0; i < 20; i++) {
				CyclicBarrier start = new CyclicBarrier(2);
				Callable<@Nullable TransportSession> application = () -> {
					start.await();
					return mountOrBeRefused();
				};
				List<TransportSession> mounted = new ArrayList<>();
				for (Future<@Nullable TransportSession> result : applications
					.invokeAll(List.of(application, application))) {
					TransportSession session = result.get();
					if (session != null) {
						mounted.add(session);
					}
				}
				assertThat(mounted).as("attempt %d", i).hasSize(1);
				mounted.get(0).unmount(Mounted.PATIENCE);
			}
		}
		finally {
			applications.shutdownNow();
		}
	}

	private @Nullable TransportSession mountOrBeRefused() {
		try {
			return mount(this.root);
		}
		catch (MountException ex) {
			assertThat(ex.reason()).as(ex.getMessage()).isEqualTo(Reason.MOUNT_POINT_IN_USE);
			return null;
		}
	}

	@Test
	void whatTheKernelRefusesIsSaidInWords() {
		assertReason(Path.of("/proc"), Reason.MOUNT_POINT_NOT_EMPTY, "/proc");
	}

	@Test
	void aRootThatFailsToAnswerIsUnmounted() {
		this.fileSystem.nodes.clear();
		assertReason(this.root, Reason.NOT_ANSWERING, "root");
		assertThat(MountTable.read().at(this.root)).isNull();
	}

	private void assertReason(Path path, Reason reason, String message) {
		assertThatExceptionOfType(MountException.class).isThrownBy(() -> mount(path))
			.withMessageContaining(message)
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(reason));
	}

}
