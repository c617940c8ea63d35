package io.fusemount.bench.server;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.Coherence;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.transport.linux.LinuxTransport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledIfFuse
@Timeout(60)
class AttributeRequestsTests {

	private final CountingFileSystem fileSystem = new CountingFileSystem();

	@TempDir
	private Path mountPoint;

	private TransportSession session;

	@BeforeEach
	void mount() {
		this.session = TransportMount.mount(new LinuxTransport(false), this.fileSystem, this.mountPoint);
	}

	@AfterEach
	void unmount() {
		this.session.unmount(Duration.ofSeconds(10));
	}

	@Test
	void theFileSystemIsAskedEachTimeAlthoughTheKernelMayKeepTheAnswer() throws Exception {
		Path file = this.mountPoint.resolve(CountingFileSystem.NAME);
		AttributeRequests.ask(file, System.nanoTime() + 1);
		this.fileSystem.asked.set(0);
		long requests = AttributeRequests.ask(file, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50));
		assertThat(this.fileSystem.asked).hasValue(requests);
	}

	/** Counts how often it is asked for the attributes of its file. */
	private static final class CountingFileSystem extends OneFileSystem {

		private static final String NAME = "file";

		private final AtomicLong asked = new AtomicLong();

		CountingFileSystem() {
			super(NAME, 1);
		}

		@Override
		public Coherence coherence() {
			return new Coherence() {

				@Override
				public long validNanos(Place place, @Nullable Node found) {
					return TimeUnit.HOURS.toNanos(1);
				}

			};
		}

		@Override
		public FileStatus status(Node node) {
			FileStatus status = super.status(node);
			if (status.size() > 0) {
				this.asked.incrementAndGet();
			}
			return status;
		}

		@Override
		public int read(HandleId handle, long position, ByteBuffer target) {
			return 0;
		}

	}

}
