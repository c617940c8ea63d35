package io.fusemount.conformance.blob;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The contract of a {@link BlobStore}. A test extends this class and provides the rows.
 * Every hook commits before it returns.
 *
 * @param <K> the key of a row
 */
@Timeout(600)
public abstract class BlobStoreConformanceKit<K> {

	private static final int RANGE_BYTES = 128 << 10;

	/**
	 * Returns the store under test.
	 */
	protected abstract BlobStore<K> store();

	/**
	 * Creates a row without content.
	 */
	protected abstract K createRow();

	/**
	 * Deletes the row.
	 */
	protected abstract void deleteRow(K key);

	/**
	 * Returns the version of the row, or {@code null} if rows have none.
	 */
	protected abstract @Nullable Object version(K key);

	/**
	 * Changes the version of the row, but not its content. Never called if rows have no
	 * version.
	 */
	protected abstract void changeVersion(K key);

	/**
	 * Runs the work in one transaction that is rolled back at the end.
	 */
	protected abstract void rollBack(Runnable work);

	/**
	 * Whether the store can hold more than 2 GiB. The test of this needs that much space.
	 */
	protected boolean holdsMoreThan2Gib() {
		return false;
	}

	@Test
	void rowWithoutContentIsEmpty() {
		K key = createRow();
		assertThat(store().length(key)).isZero();
		assertThat(read(key, 0, 10)).isEmpty();
	}

	@Test
	void emptyContentIsEmpty() {
		K key = write(createRow(), new PatternContent(1, 0));
		assertThat(store().length(key)).isZero();
		assertThat(read(key, 0, 10)).isEmpty();
		assertThat(read(key, 5, 10)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 2000, 2048, 8191, 8192, 8193, 131072, 1_000_001 })
	void contentOfAnySizeComesBack(int size) {
		PatternContent content = new PatternContent(size, size);
		K key = write(createRow(), content);
		assertThat(store().length(key)).isEqualTo(size);
		assertThat(read(key, 0, size)).isEqualTo(content.range(0, size));
		assertThat(read(key, 0, size + 1)).isEqualTo(content.range(0, size));
	}

	@Test
	void rangesEndWhereTheContentEnds() {
		PatternContent content = new PatternContent(1, 10_000);
		K key = write(createRow(), content);
		assertThat(read(key, 0, 1)).isEqualTo(content.range(0, 1));
		assertThat(read(key, 9_999, 1)).isEqualTo(content.range(9_999, 1));
		assertThat(read(key, 9_990, 100)).isEqualTo(content.range(9_990, 10));
		assertThat(read(key, 10_000, 100)).isEmpty();
		assertThat(read(key, 10_001, 100)).isEmpty();
		assertThat(read(key, Integer.MAX_VALUE + 10L, 100)).isEmpty();
		assertThat(read(key, 1L << 40, 100)).isEmpty();
	}

	@Test
	void bytesGoWhereTheBufferStands() {
		PatternContent content = new PatternContent(1, 100);
		K key = write(createRow(), content);
		ByteBuffer target = ByteBuffer.allocateDirect(20).position(5).limit(15);
		assertThat(store().read(key, version(key), 50, target)).isEqualTo(10);
		assertThat(target.position()).isEqualTo(15);
		assertThat(target.get(4)).isZero();
		assertThat(target.get(5)).isEqualTo(content.at(50));
		assertThat(target.get(14)).isEqualTo(content.at(59));
		assertThat(store().read(key, version(key), 50, ByteBuffer.allocate(0))).isZero();
	}

	@Test
	void contentIsReplacedByLongerAndShorterContent() {
		K key = createRow();
		for (int size : new int[] { 10_000, 300_000, 5, 0, 70_000 }) {
			PatternContent content = new PatternContent(size + 1L, size);
			write(key, content);
			assertThat(store().length(key)).isEqualTo(size);
			assertThat(read(key, 0, 400_000)).isEqualTo(content.range(0, size));
		}
	}

	@Test
	void bigContentIsReadInRanges() {
		PatternContent content = new PatternContent(7, 20 << 20);
		K key = write(createRow(), content);
		assertThat(store().length(key)).isEqualTo(content.size());
		Object version = version(key);
		ByteBuffer target = ByteBuffer.allocate(RANGE_BYTES);
		for (long position = 0; position < content.size(); position += RANGE_BYTES) {
			assertThat(store().read(key, version, position, target.clear())).isEqualTo(RANGE_BYTES);
			assertThat(content.matches(position, target)).as("range at %d", position).isTrue();
		}
		Random random = new Random(7);
		for (int i = 0; i < 50; i++) {
			long position = random.nextInt((int) content.size());
			store().read(key, version, position, target.clear());
			assertThat(content.matches(position, target)).as("range at %d", position).isTrue();
		}
	}

	@Test
	void contentBeyond2GibIsReached() {
		Assumptions.assumeTrue(holdsMoreThan2Gib(), "The store is not said to hold more than 2 GiB");
		PatternContent content = new PatternContent(3, (1L << 31) + 1_000_000);
		K key = write(createRow(), content);
		assertThat(store().length(key)).isEqualTo(content.size());
		long position = (1L << 31) - 10;
		assertThat(read(key, position, 1000)).isEqualTo(content.range(position, 1000));
		position = content.size() - 10;
		assertThat(read(key, position, 1000)).isEqualTo(content.range(position, 10));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 70_000, Content.PIECE_BYTES - 1, Content.PIECE_BYTES, Content.PIECE_BYTES + 1,
			5 * Content.PIECE_BYTES, 20_000_000 })
	void allOfTheContentComesInPieces(int size) {
		PatternContent content = new PatternContent(size, size);
		K key = write(createRow(), content);
		assertThat(readAll(key, version(key), content)).isEqualTo(size);
		assertThat(readAll(key, null, content)).isEqualTo(size);
	}

	@Test
	void allOfARowWithoutContentIsNothing() {
		K key = createRow();
		store().isCostlyByRange(key, version(key));
		assertThat(readAll(key, version(key), new PatternContent(0, 0))).isZero();
	}

	@Test
	void whoTakesThePiecesMayGiveUp() {
		PatternContent content = new PatternContent(4, 3 * Content.PIECE_BYTES);
		K key = write(createRow(), content);
		assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> store().readAll(key, null, (piece) -> {
			throw new ArithmeticException("A test has enough");
		}));
		assertThat(readAll(key, null, content)).isEqualTo(content.size());
	}

	@Test
	void rowsDoNotMix() {
		List<K> keys = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			keys.add(write(createRow(), new PatternContent(i, 3000 + i)));
		}
		deleteRow(keys.remove(5));
		write(keys.get(0), new PatternContent(0, 10));
		for (K key : keys.subList(1, keys.size())) {
			int size = (int) store().length(key);
			assertThat(read(key, 0, 10_000)).isEqualTo(new PatternContent(size - 3000L, size).range(0, size));
		}
	}

	@Test
	void anotherVersionIsStale() {
		K key = write(createRow(), new PatternContent(1, 1000));
		Object version = version(key);
		Assumptions.assumeTrue(version != null, "The rows have no version");
		assertThat(store().read(key, version, 0, ByteBuffer.allocate(10))).isEqualTo(10);
		changeVersion(key);
		assertStale(() -> store().read(key, version, 0, ByteBuffer.allocate(10)));
		assertStale(() -> store().read(key, version, 5000, ByteBuffer.allocate(10)));
		assertStale(() -> readAll(key, version, new PatternContent(1, 1000)));
		assertThat(read(key, 0, 10)).hasSize(10);
	}

	@Test
	void noVersionMeansAnyVersion() {
		PatternContent content = new PatternContent(1, 1000);
		K key = write(createRow(), content);
		ByteBuffer target = ByteBuffer.allocate(10);
		assertThat(store().read(key, null, 20, target)).isEqualTo(10);
		assertThat(content.matches(20, target)).isTrue();
	}

	@Test
	void goneRowIsStale() {
		K key = write(createRow(), new PatternContent(1, 1000));
		Object version = version(key);
		deleteRow(key);
		assertStale(() -> store().read(key, version, 0, ByteBuffer.allocate(10)));
		assertStale(() -> store().read(key, null, 0, ByteBuffer.allocate(10)));
		assertStale(() -> readAll(key, version, new PatternContent(1, 1000)));
		assertStale(() -> readAll(key, null, new PatternContent(1, 1000)));
	}

	@Test
	void brokenSourceLeavesTheOldContent() {
		PatternContent content = new PatternContent(1, 300_000);
		K key = write(createRow(), content);
		FailingContent broken = new FailingContent(new PatternContent(2, 500_000), 400_000);
		assertThatException().isThrownBy(() -> store().write(key, broken));
		assertThat(store().length(key)).isEqualTo(300_000);
		assertThat(read(key, 0, 300_000)).isEqualTo(content.range(0, 300_000));
	}

	@Test
	void writeTakesPartInTheTransaction() {
		PatternContent content = new PatternContent(1, 300_000);
		K key = write(createRow(), content);
		rollBack(() -> {
			write(key, new PatternContent(2, 500_000));
			assertThat(store().length(key)).as("within the transaction").isEqualTo(500_000);
		});
		assertThat(store().length(key)).isEqualTo(300_000);
		assertThat(read(key, 0, 300_000)).isEqualTo(content.range(0, 300_000));
	}

	@Test
	void manyReadersShareAStore() throws Exception {
		PatternContent content = new PatternContent(9, 2 << 20);
		K key = write(createRow(), content);
		Object version = version(key);
		ExecutorService readers = Executors.newFixedThreadPool(8);
		try {
			List<Future<Boolean>> answers = new ArrayList<>();
			for (int i = 0; i < 64; i++) {
				long position = i * 32_000L;
				answers.add(readers.submit(() -> {
					ByteBuffer target = ByteBuffer.allocate(40_000);
					return store().read(key, version, position, target) == 40_000 && content.matches(position, target);
				}));
			}
			for (Future<Boolean> answer : answers) {
				assertThat(answer.get(60, TimeUnit.SECONDS)).isTrue();
			}
		}
		finally {
			readers.shutdownNow();
		}
	}

	private K write(K key, ContentSource content) {
		store().write(key, content);
		return key;
	}

	private byte[] read(K key, long position, int length) {
		ByteBuffer target = ByteBuffer.allocate(length);
		int count = store().read(key, version(key), position, target);
		assertThat(target.position()).isEqualTo(count);
		byte[] bytes = new byte[count];
		target.flip().get(bytes);
		return bytes;
	}

	/** Returns the number of bytes, each of which is as expected. */
	private long readAll(K key, @Nullable Object version, PatternContent expected) {
		AtomicLong position = new AtomicLong();
		store().readAll(key, version, (piece) -> {
			assertThat(piece.remaining()).isLessThanOrEqualTo(Content.PIECE_BYTES);
			byte[] bytes = new byte[piece.remaining()];
			piece.get(bytes);
			ByteBuffer filled = ByteBuffer.wrap(bytes).position(bytes.length);
			assertThat(expected.matches(position.getAndAdd(bytes.length), filled)).isTrue();
		});
		return position.get();
	}

	private static void assertStale(Runnable read) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(read::run)
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ESTALE));
	}

}
