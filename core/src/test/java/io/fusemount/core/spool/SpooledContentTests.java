package io.fusemount.core.spool;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.fusemount.core.channel.LocalChannel;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.node.Content;
import io.fusemount.core.operation.Allocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SpooledContentTests {

	private static final int LARGE = 32 << 20;

	@TempDir
	Path directory;

	private Spool spool;

	private final List<String> fetches = new ArrayList<>();

	@BeforeEach
	void open() throws IOException {
		this.spool = Spool.open(this.directory.resolve("spool"));
	}

	@AfterEach
	void close() throws IOException {
		this.spool.close();
	}

	@Test
	void whatIsOverwrittenOrCutOffIsNeverFetched() {
		SpooledContent content = over("0123456789");
		content.truncate(0);
		content.write(0, bytes("abc"));
		assertThat(text(content)).isEqualTo("abc");
		assertThat(this.fetches).isEmpty();
	}

	@Test
	void whatAFullDiskTookOfAFailedWriteNeverComesToLight() throws IOException {
		Path path = this.directory.resolve("file");
		FileChannel disk = new FullDiskChannel(PrivateFiles.create(path), 6);
		SpoolFile full = new SpoolFile(path, new LocalChannel(this.spool.channels(), () -> disk),
				new LabelFile(path, this.spool.channels()));
		SpooledContent content = new SpooledContent(this.spool, full, SpooledContent.NOTHING, Overlay.over(0));
		content.write(0, bytes("0123"));
		assertThatThrownBy(() -> content.write(4, bytes("4567"))).hasRootCauseInstanceOf(IOException.class);
		content.truncate(8);
		assertThat(text(content)).isEqualTo("0123\0\0\0\0");
		content.discard();
	}

	@Test
	void contentThatIsReadIntoTheHeapAtOnceStaysNowhereElse() throws IOException {
		SpooledContent content = SpooledContent.empty(this.spool);
		content.truncate(LARGE);
		content.write(LARGE - 1, bytes("x"));
		long before = nativeBytes();
		try (InputStream stream = content.openStream()) {
			assertThat(stream.readNBytes(new byte[LARGE], 0, LARGE)).isEqualTo(LARGE);
		}
		assertThat(nativeBytes() - before).isLessThan(LARGE / 8);
	}

	@Test
	void onlyWhatIsMissingIsRead() {
		SpooledContent content = over("0123456789");
		content.write(2, bytes("XX"));
		content.truncate(8);
		assertThat(text(content)).isEqualTo("01XX4567");
		assertThat(this.fetches).containsExactly("0+2", "4+4");
		content.complete();
		this.fetches.clear();
		assertThat(text(content)).isEqualTo("01XX4567");
		assertThat(this.fetches).isEmpty();
	}

	@Test
	void aHoleReadsAsZeros() {
		SpooledContent content = over("0123");
		content.truncate(2);
		content.truncate(4);
		content.write(6, bytes("z"));
		assertThat(text(content)).isEqualTo("01\0\0\0\0z");
	}

	@Test
	void storedContentThatIsShorterThanItWasSaidToBeReadsAsZeros() {
		Content shorter = (position, target) -> {
			target.put((byte) 'a');
			return 1;
		};
		SpooledContent content = SpooledContent.over(this.spool, shorter, 3);
		content.write(3, bytes("z"));
		assertThat(text(content)).isEqualTo("a\0\0z");
		content.complete();
		assertThat(text(content)).isEqualTo("a\0\0z");
	}

	@Test
	void afterCompletionTheStoredContentIsNotNeeded() {
		SpooledContent content = over("0123456789");
		content.write(3, bytes("x"));
		content.complete();
		this.fetches.clear();
		assertThat(text(content)).isEqualTo("012x456789");
		assertThat(this.fetches).isEmpty();
	}

	@Test
	void itAgreesWithAnArray() {
		Random random = new Random(3);
		for (int round = 0; round < 50; round++) {
			byte[] model = new byte[random.nextInt(2000)];
			random.nextBytes(model);
			SpooledContent content = over(model.clone());
			for (int step = 0; step < 60; step++) {
				int position = random.nextInt(3000);
				switch (random.nextInt(5)) {
					case 0 -> {
						model = Arrays.copyOf(model, position);
						content.truncate(position);
					}
					case 1 -> {
						byte[] written = new byte[1 + random.nextInt(300)];
						random.nextBytes(written);
						model = Arrays.copyOf(model, Math.max(model.length, position + written.length));
						System.arraycopy(written, 0, model, position, written.length);
						content.write(position, ByteBuffer.wrap(written));
					}
					case 2 -> {
						int end = position + 1 + random.nextInt(300);
						Allocation allocation = Allocation.values()[random.nextInt(4)];
						int length = Math.max(model.length, end);
						byte[] allocated = Arrays.copyOf(model, allocation.isSizeKept() ? model.length : length);
						if (allocation.isZeroing() && position < allocated.length) {
							Arrays.fill(allocated, position, Math.min(end, allocated.length), (byte) 0);
						}
						boolean changed = content.allocate(allocation, position, end - position);
						assertThat(changed || Arrays.equals(model, allocated)).isTrue();
						model = allocated;
					}
					default -> {
						ByteBuffer read = ByteBuffer.allocate(1 + random.nextInt(500));
						int length = content.read(position, read);
						int end = Math.min(model.length, position + read.capacity());
						byte[] expected = (position < end) ? Arrays.copyOfRange(model, position, end) : new byte[0];
						assertThat(Arrays.copyOf(read.array(), length)).isEqualTo(expected);
					}
				}
				assertThat(content.size()).isEqualTo(model.length);
			}
			content.discard();
		}
	}

	@Test
	void roomThatTheDiskHasNotIsRefusedAtOnce() {
		SpooledContent content = over("0123");
		assertThatThrownBy(() -> content.allocate(Allocation.RESERVE, 0, 1L << 60))
			.isInstanceOfSatisfying(ErrnoException.class, (ex) -> assertThat(ex.errno()).isEqualTo(Errno.ENOSPC));
		assertThatThrownBy(() -> content.allocate(Allocation.EXTEND, 0, 1L << 60))
			.isInstanceOfSatisfying(ErrnoException.class, (ex) -> assertThat(ex.errno()).isEqualTo(Errno.EFBIG));
		assertThatThrownBy(() -> content.allocate(Allocation.RESERVE, Long.MAX_VALUE, 1))
			.isInstanceOfSatisfying(ErrnoException.class, (ex) -> assertThat(ex.errno()).isEqualTo(Errno.EFBIG));
		assertThat(text(content)).isEqualTo("0123");
	}

	@Test
	void whatIsTooLargeAlreadyCanBeChangedAndCutOffAndDoesNotGrow() {
		this.spool.setMaxFileSize(4);
		SpooledContent content = over("0123456789");
		content.write(8, bytes("ab"));
		assertThatThrownBy(() -> content.write(9, bytes("cd"))).isInstanceOfSatisfying(ErrnoException.class,
				(ex) -> assertThat(ex.errno()).isEqualTo(Errno.EFBIG));
		content.truncate(9);
		assertThat(text(content)).isEqualTo("01234567a");
	}

	@Test
	void spaceIsAskedForOnlyWhereItHelps() {
		AtomicInteger asked = new AtomicInteger();
		AtomicLong reserve = new AtomicLong(10);
		this.spool.setReserve(new SpoolReserve() {
			@Override
			public long bytes() {
				return reserve.get();
			}

			@Override
			public boolean giveBack() {
				return asked.incrementAndGet() > 0;
			}
		});
		SpooledContent content = over("0123");
		assertThatThrownBy(() -> content.allocate(Allocation.RESERVE, 0, 1L << 60)).isInstanceOf(ErrnoException.class);
		assertThat(asked).hasValue(0);
		reserve.set(1L << 61);
		assertThatThrownBy(() -> content.allocate(Allocation.RESERVE, 0, 1L << 60)).isInstanceOf(ErrnoException.class);
		assertThat(asked).hasValue(1);
	}

	@Test
	void whatIsPunchedOutIsNeverFetched() {
		SpooledContent content = over("0123456789");
		assertThat(content.allocate(Allocation.PUNCH, 2, 6)).isTrue();
		assertThat(text(content)).isEqualTo("01\0\0\0\0\0\089");
		assertThat(this.fetches).containsExactly("0+2", "8+2");
		assertThat(content.allocate(Allocation.PUNCH, 10, 6)).isFalse();
		assertThat(content.allocate(Allocation.EXTEND, 0, 10)).isFalse();
	}

	@Test
	void nothingIsLeftAfterDiscard() throws IOException {
		SpooledContent content = over("0123");
		content.write(0, bytes("x"));
		content.discard();
		assertThat(spoolFiles()).allSatisfy((file) -> assertThat(file).isEmptyFile());
		this.spool.close();
		assertThat(spoolFiles()).isEmpty();
	}

	@Test
	void unsavedContentIsKeptForTheServiceAlone() throws IOException {
		SpooledContent content = over("0123");
		content.write(0, bytes("x"));
		content.complete();
		Path place = content.keep(0, "Rechnung 1.pdf");
		assertThat(place).hasContent("x123").extracting(Path::getFileName).asString().endsWith("Z-1-Rechnung 1.pdf");
		assertThat(Files.getPosixFilePermissions(place)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
		assertThat(Files.getPosixFilePermissions(place.getParent()))
			.isEqualTo(PosixFilePermissions.fromString("rwx------"));
	}

	@Test
	void twoProcessesCanNotShareASpool() {
		assertThatIOException().isThrownBy(() -> Spool.open(this.directory.resolve("spool")))
			.withMessageContaining("in use by another process or mount");
	}

	@Test
	void leftoversOfACrashAreRemoved() throws IOException {
		this.spool.close();
		Path leftover = Files.writeString(this.directory.resolve("spool").resolve("17.spool"), "half a file");
		this.spool = Spool.open(this.directory.resolve("spool"));
		assertThat(leftover).doesNotExist();
	}

	private List<Path> spoolFiles() throws IOException {
		try (Stream<Path> files = Files.list(this.directory.resolve("spool"))) {
			return files.filter((file) -> file.toString().endsWith(".spool")).toList();
		}
	}

	private SpooledContent over(String stored) {
		return over(stored.getBytes(StandardCharsets.US_ASCII));
	}

	private SpooledContent over(byte[] stored) {
		Content base = (position, target) -> {
			int length = (int) Math.min(target.remaining(), stored.length - position);
			this.fetches.add(position + "+" + length);
			target.put(stored, (int) position, length);
			return length;
		};
		return SpooledContent.over(this.spool, base, stored.length);
	}

	private static ByteBuffer bytes(String text) {
		return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
	}

	private static String text(SpooledContent content) {
		try (InputStream stream = content.openStream()) {
			return new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	/**
	 * Returns the memory that the JDK has allocated outside of the heap and not freed.
	 */
	private static long nativeBytes() {
		return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)
			.stream()
			.filter((pool) -> pool.getName().equals("direct"))
			.mapToLong(BufferPoolMXBean::getMemoryUsed)
			.sum();
	}

}
