package io.fusemount.transport.jnr;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.mountinfo.MountTable;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.transport.device.mount.Unmount;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * The mount of a process that can be killed, and of its helper.
 */
@EnabledIfFuse
@Timeout(600)
class MountOfAnotherProcessTests {

	@TempDir
	Path root;

	@AfterEach
	void unmountWhatIsLeft() {
		while (MountTable.read().at(this.root) != null) {
			Unmount.lazy(this.root);
		}
	}

	@Test
	void theDeathOfTheProcessUnmounts() throws Exception {
		try (ChildMount child = new ChildMount(this.root)) {
			assertThat(this.root.resolve(ChildMount.NAME)).hasContent("content");
			child.kill();
			Patience.await().until(() -> MountTable.read().at(this.root) == null);
		}
	}

	@Test
	void theHelperLearnsOfTheDeathWhenTheDeviceIsClosed() throws Exception {
		try (ChildMount child = new ChildMount(this.root)) {
			Map<Integer, String> files = new HashMap<>();
			try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + child.pid() + "/fd"))) {
				for (Path descriptor : descriptors.toList()) {
					files.put(Integer.valueOf(descriptor.getFileName().toString()),
							Files.readSymbolicLink(descriptor).toString());
				}
			}
			Integer device = files.keySet()
				.stream()
				.filter((fd) -> "/dev/fuse".equals(files.get(fd)))
				.findFirst()
				.orElseThrow();
			// The kernel releases the files of a dead process from the highest number
			// down.
			assertThat(files.entrySet()).filteredOn((entry) -> entry.getValue().startsWith("socket:"))
				.isNotEmpty()
				.allSatisfy((socket) -> assertThat(socket.getKey()).isLessThan(device));
		}
	}

	@Test
	void theHelperHoldsNothingOfTheProcess() throws Exception {
		try (ChildMount child = new ChildMount(this.root)) {
			try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + child.helper().pid() + "/fd"))) {
				assertThat(descriptors).hasSize(4);
			}
		}
	}

	@Test
	void aDeadMountIsCleared() throws Exception {
		try (ChildMount child = new ChildMount(this.root)) {
			child.helper().destroyForcibly();
			child.kill();
		}
		assertThat(MountTable.read().at(this.root)).isNotNull();
		assertThatIOException().isThrownBy(() -> Files.getLastModifiedTime(this.root));
		TransportSession session = Mounted.mount(new MemoryFileSystem(), Mounted.options(this.root, 8, 2),
				new OperationListener() {
				});
		assertThat(this.root).isEmptyDirectory();
		session.unmount(Mounted.PATIENCE);
		assertThat(MountTable.read().at(this.root)).isNull();
	}

	@Test
	void signalHandlersAndTheDefaultCharsetDoNotMatter() throws Exception {
		try (ChildMount child = new ChildMount(this.root, "-Xrs", "-Dfile.encoding=US-ASCII")) {
			String[] signals = child.signals.split(" ");
			assertThat(signals[1]).isEqualTo(signals[0]);
			assertThat(Mounted.run(this.root, "sh", "-c", "ls; cat 'Größe 文書'; mv 'Größe 文書' ä; ls"))
				.isEqualTo("Größe 文書\ncontentä");
		}
		assertThat(MountTable.read().at(this.root)).isNull();
	}

}
