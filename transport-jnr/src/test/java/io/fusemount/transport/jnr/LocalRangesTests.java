package io.fusemount.transport.jnr;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.local.LocalFile;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Reads that are answered with a range of a local file, through the kernel and back.
 */
@EnabledIfFuse
@Timeout(600)
class LocalRangesTests {

	/** Not a multiple of anything. */
	private static final int SIZE = 3_000_001;

	private static final Path MAPS = Path.of("/proc/self/maps");

	private final byte[] local = new byte[SIZE];

	private final byte[] memory = new byte[SIZE];

	private Path output;

	private FileTotal fileSystem;

	private Mounted mounted;

	@BeforeEach
	void mount(@TempDir Path directory) throws IOException {
		this.output = directory.resolve("output");
		new Random(1).nextBytes(this.local);
		new Random(2).nextBytes(this.memory);
		this.fileSystem = new FileTotal(Files.write(directory.resolve("local"), this.local));
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
		for (int at = 0; at < SIZE; at += FileTotal.STRETCH) {
			int end = Math.min(at + FileTotal.STRETCH, SIZE);
			assertThat(Arrays.equals(read, at, end, FileTotal.isLocal(at) ? this.local : this.memory, at, end))
				.as("stretch at " + at)
				.isTrue();
		}
		assertThat(this.fileSystem.located).hasPositiveValue();
	}

	@Test
	void aFileThatHasGoneIsReadInstead() throws IOException {
		Files.delete(this.fileSystem.local.path());
		assertThat(Files.readAllBytes(this.mounted.root.resolve("a"))).isEqualTo(this.memory);
		assertThat(this.fileSystem.located).hasPositiveValue();
	}

	/** Reads in such a way that the kernel requests exactly the wanted range. */
	private byte[] readDirectly(int at, int size) {
		Mounted.run(this.mounted.root, "dd", "if=a", "of=" + this.output, "iflag=direct,skip_bytes", "bs=" + size,
				"skip=" + at, "count=1", "status=none");
		try {
			return Files.readAllBytes(this.output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void fewBytesComeFromTheLocalFileOrFromTheFilesystem() {
		for (int at : new int[] { 0, 4096, FileTotal.STRETCH - 4096, FileTotal.STRETCH, SIZE - 5000, SIZE - 1 }) {
			int end = Math.min(at + 4096, SIZE);
			assertThat(readDirectly(at, 4096)).as("at " + at)
				.isEqualTo(Arrays.copyOfRange(FileTotal.isLocal(at) ? this.local : this.memory, at, end));
		}
		assertThat(readDirectly(SIZE, 4096)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 4096, 65536 })
	void aLocalFileThatWasCutOffIsReadInstead(int size) throws IOException {
		assertThat(readDirectly(0, size)).isEqualTo(Arrays.copyOf(this.local, size));
		Files.write(this.fileSystem.local.path(), new byte[1000]);
		// Its size is not asked for each time.
		await().atMost(Mounted.PATIENCE)
			.untilAsserted(() -> assertThat(readDirectly(0, size)).isEqualTo(Arrays.copyOf(this.memory, size)));
		assertThat(this.fileSystem.damaged).isTrue();
	}

	@Test
	void aDiskThatFailsIsAnErrorOnce() {
		FileTotal disk = new FileTotal(this.output);
		disk.file("/local", "").bytes = this.local;
		disk.failure = Errno.EIO;
		try (Mounted failing = new Mounted(disk)) {
			this.mounted.close();
			this.fileSystem = new FileTotal(failing.root.resolve("local"));
			this.fileSystem.file("/a", "").bytes = this.memory;
			this.mounted = new Mounted(this.fileSystem);
			assertThat(this.mounted.shell("dd if=a bs=4096 iflag=direct count=1 status=none"))
				.isEqualTo("dd: error reading 'a': Input/output error (1)");
			await().atMost(Mounted.PATIENCE).until(() -> this.fileSystem.damaged);
			assertThat(readDirectly(8192, 4096)).isEqualTo(Arrays.copyOfRange(this.memory, 8192, 12288));
			this.mounted.close();
		}
	}

	@Test
	void aLocalFileIsClosedAsSoonAsItIsDropped() throws IOException {
		readDirectly(0, 4096);
		Files.readAllBytes(this.mounted.root.resolve("a"));
		assertThat(openFiles()).contains(this.fileSystem.local.path());
		assertThat(Files.readString(MAPS)).contains(this.fileSystem.local.path().toString());
		this.fileSystem.local.drop();
		await().atMost(Mounted.PATIENCE).untilAsserted(() -> {
			assertThat(openFiles()).doesNotContain(this.fileSystem.local.path());
			assertThat(Files.readString(MAPS)).doesNotContain(this.fileSystem.local.path().toString());
		});
	}

	@Test
	void noFileStaysOpen() throws IOException {
		Files.readAllBytes(this.mounted.root.resolve("a"));
		assertThat(openFiles()).contains(this.fileSystem.local.path());
		this.mounted.close();
		assertThat(openFiles()).doesNotContain(this.fileSystem.local.path());
	}

	private static List<Path> openFiles() throws IOException {
		List<Path> open = new ArrayList<>();
		try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
			for (Path descriptor : descriptors.toList()) {
				try {
					open.add(Files.readSymbolicLink(descriptor));
				}
				catch (NoSuchFileException ex) {
					// It has been closed since, as that of the listing.
				}
			}
		}
		return open;
	}

	@Test
	void failuresComeThrough() {
		this.fileSystem.failure = Errno.EACCES;
		assertThat(this.mounted.shell("cat a")).isEqualTo("cat: a: Permission denied (1)");
		assertThat(this.mounted.shell("dd if=a bs=4096 iflag=direct count=1 status=none"))
			.isEqualTo("dd: error reading 'a': Permission denied (1)");
	}

	/** Every other stretch is in a local file. */
	private static final class FileTotal extends MemoryFileSystem {

		static final int STRETCH = 1 << 17;

		final AtomicInteger located = new AtomicInteger();

		final LocalFile local;

		volatile @Nullable Errno failure;

		volatile boolean damaged;

		FileTotal(Path local) {
			this.local = new LocalFile(local, SIZE, () -> this.damaged = true);
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
			if (this.damaged || !isLocal(position) || !isLocal(position + length - 1)) {
				return null;
			}
			this.located.incrementAndGet();
			return new LocalRange(this.local, position, (int) Math.min(length, SIZE - position));
		}

	}

}
