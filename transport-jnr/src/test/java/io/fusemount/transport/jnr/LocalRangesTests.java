package io.fusemount.transport.jnr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.cache.LocalRange;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads that are answered with a range of a local file, through the kernel and back.
 */
@EnabledIfFuse
@Timeout(180)
class LocalRangesTests {

	/** Not a multiple of anything. */
	private static final int SIZE = 3_000_001;

	private final byte[] local = new byte[SIZE];

	private final byte[] memory = new byte[SIZE];

	private LocalFiles fileSystem;

	private Mounted mounted;

	@BeforeEach
	void mount(@TempDir Path directory) throws IOException {
		new Random(1).nextBytes(this.local);
		new Random(2).nextBytes(this.memory);
		this.fileSystem = new LocalFiles(Files.write(directory.resolve("local"), this.local));
		this.fileSystem.file("/a", "").bytes = this.memory;
		this.mounted = new Mounted(this.fileSystem);
	}

	@AfterEach
	void unmount() {
		this.mounted.close();
	}

	@Test
	void bytesComeFromTheLocalFileOrFromTheFilesystem() throws IOException {
		byte[] read = Files.readAllBytes(this.mounted.root.resolve("a"));
		assertThat(read).hasSize(SIZE);
		for (int at = 0; at < SIZE; at += LocalFiles.STRETCH) {
			int end = Math.min(at + LocalFiles.STRETCH, SIZE);
			assertThat(Arrays.equals(read, at, end, LocalFiles.isLocal(at) ? this.local : this.memory, at, end))
				.as("stretch at " + at)
				.isTrue();
		}
		assertThat(this.fileSystem.located).hasPositiveValue();
	}

	@Test
	void aFileThatHasGoneIsReadInstead() throws IOException {
		Files.delete(this.fileSystem.local);
		assertThat(Files.readAllBytes(this.mounted.root.resolve("a"))).isEqualTo(this.memory);
		assertThat(this.fileSystem.located).hasPositiveValue();
	}

	@Test
	void noFileStaysOpen() throws IOException {
		Files.readAllBytes(this.mounted.root.resolve("a"));
		assertThat(openFiles()).contains(this.fileSystem.local);
		this.mounted.close();
		assertThat(openFiles()).doesNotContain(this.fileSystem.local);
	}

	private static List<Path> openFiles() throws IOException {
		List<Path> open = new ArrayList<>();
		try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
			for (Path descriptor : descriptors.toList()) {
				if (Files.isSymbolicLink(descriptor)) {
					open.add(Files.readSymbolicLink(descriptor));
				}
			}
		}
		return open;
	}

	@Test
	void failuresComeThrough() {
		this.fileSystem.failure = Errno.EACCES;
		assertThat(this.mounted.shell("cat a")).isEqualTo("cat: a: Permission denied (1)");
	}

	/** Every other stretch is in a local file. */
	private static final class LocalFiles extends MemoryFileSystem {

		static final int STRETCH = 1 << 17;

		final AtomicInteger located = new AtomicInteger();

		final Path local;

		volatile @Nullable Errno failure;

		LocalFiles(Path local) {
			this.local = local;
		}

		private void requireNoFailure() {
			if (this.failure != null) {
				throw new ErrnoException(this.failure, "As the test wants it");
			}
		}

		@Override
		public int read(HandleId handle, long position, ByteBuffer target) {
			requireNoFailure();
			return super.read(handle, position, target);
		}

		static boolean isLocal(long position) {
			return position / STRETCH % 2 == 0;
		}

		@Override
		public @Nullable LocalRange locate(HandleId handle, long position, int length) {
			requireNoFailure();
			if (!isLocal(position) || !isLocal(position + length - 1)) {
				return null;
			}
			this.located.incrementAndGet();
			return new LocalRange(this.local, position, (int) Math.min(length, SIZE - position));
		}

	}

}
