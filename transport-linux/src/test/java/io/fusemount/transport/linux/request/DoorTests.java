package io.fusemount.transport.linux.request;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.linux.node.NodeTable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a request costs on its way to the filesystem.
 */
@Timeout(60)
class DoorTests {

	private final List<String> failures = new ArrayList<>();

	private final Exchange exchange = Exchange.create(8192, 8192);

	private NodeFileSystem fileSystem;

	private NodeTable nodes;

	private Door door;

	@BeforeEach
	void open(@TempDir Path spool) throws Exception {
		this.fileSystem = NodeFileSystem.create(
				VirtualDirectory.root(Map.of(), Instant.now()), new FileSystemSettings(0, 0, 0022, false,
						PermissionChanges.IGNORE, Duration.ofHours(1), 10_000, ScratchSettings.defaults()),
				FileSystemSpool.open(spool), new OperationListener() {
				});
		this.nodes = new NodeTable(this.fileSystem);
		this.door = new Door(new Dispatcher(new ErrnoTranslators(List.of()), new OperationListener() {

			@Override
			public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
					long elapsedNanos) {
				DoorTests.this.failures.add(operation + " " + subject);
			}

		}), this.nodes);
	}

	@AfterEach
	void close() {
		this.fileSystem.close();
		this.exchange.free();
	}

	@Test
	void readsAndWritesGoOnWhileTheNodesAreUsed() {
		int error;
		synchronized (this.nodes) {
			error = CompletableFuture
				.supplyAsync(() -> this.door.onHandle(Operation.READ, this.exchange, (handle) -> 7))
				.join();
		}
		assertThat(error).isEqualTo(7);
		assertThat(this.failures).isEmpty();
	}

	@Test
	void failureOfAHandleTellsWhichFileItIsOf() {
		request(this.nodes.root().id());
		assertThat(this.door.onHandle(Operation.WRITE, this.exchange, (handle) -> {
			throw new ErrnoException(Errno.EFBIG, "The file is full");
		})).isEqualTo(-Errno.EFBIG.code());
		request(4711);
		this.door.onHandle(Operation.READ, this.exchange, (handle) -> {
			throw new ErrnoException(Errno.ESTALE, "The file is gone");
		});
		assertThat(this.failures).containsExactly("WRITE /", "READ a file that the kernel has forgotten");
	}

	private void request(long node) {
		MemoryIO.getInstance().putLong(this.exchange.request().address() + FuseProtocol.IN_NODE, node);
	}

}
