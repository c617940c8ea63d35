package io.fusemount.data.jpa.blob;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ContentSource;
import io.fusemount.data.jpa.support.Postgres;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A {@code byte[]} in a {@code bytea} of PostgreSQL.
 */
class PostgresBytesTests extends AbstractJpaBlobStoreTests {

	private static final int SIZE = 12_345_678;

	@Override
	String databaseUrl() {
		return Postgres.createDatabase("bytes");
	}

	@Override
	String path() {
		return "documents";
	}

	@Test
	void contentThatTheColumnCanNotHoldIsRefusedBeforeTheUpload() {
		Object key = createRow();
		PatternContent content = new PatternContent(1, 1L << 30);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> store().write(key, content))
			.withMessageContaining("holds 1073741819 bytes")
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EFBIG));
	}

	@AfterEach
	void defaultStorage() {
		store("extended");
	}

	@Test
	void compressedContentIsCostlyByRange() {
		Object key = row(text());
		assertThat(isCostly(key)).isTrue();
		Object version = version(key);
		changeVersion(key);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> store().isCostlyByRange(key, version))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ESTALE));
	}

	@Test
	void contentThatCanNotBeCompressedIsNot() {
		byte[] noise = new byte[SIZE];
		new Random(1).nextBytes(noise);
		assertThat(isCostly(row(noise))).isFalse();
		assertThat(isCostly(row(new byte[0]))).isFalse();
		assertThat(isCostly(createRow())).isFalse();
	}

	@Test
	void contentOfAColumnWithoutCompressionIsNotAndOlderContentStaysCompressed() {
		Object old = row(text());
		store("external");
		assertThat(isCostly(row(text()))).isFalse();
		assertThat(isCostly(old)).isTrue();
	}

	@Test
	void storageOfTheColumnIsTold() {
		assertThat(describe()).isEqualTo("PostgreSQL bytea, ranges by substring, compressed values at once "
				+ "(ALTER TABLE document ALTER COLUMN data SET STORAGE EXTERNAL makes ranges of new values cheap)");
		store("external");
		assertThat(describe()).isEqualTo("PostgreSQL bytea, ranges by substring, not compressed");
	}

	@Test
	void allOfCompressedContentIsDecompressedOnceAndComesByACursor() {
		byte[] text = text();
		Object key = row(text);
		access().read((entityManager) -> {
			long start = blocks(entityManager);
			store().read(key, null, SIZE - 10, ByteBuffer.allocate(10));
			long one = blocks(entityManager) - start;
			AtomicLong position = new AtomicLong();
			AtomicLong cursors = new AtomicLong();
			store().readAll(key, null, (piece) -> {
				cursors.addAndGet(cursors(entityManager));
				while (piece.hasRemaining()) {
					assertThat(piece.get()).isEqualTo(text[(int) position.getAndIncrement()]);
				}
			});
			assertThat(position.get()).isEqualTo(SIZE);
			assertThat(cursors.get()).as("pieces that came by a cursor").isEqualTo((SIZE >> 20) + 1);
			assertThat(blocks(entityManager) - start - one).as("blocks read").isLessThan(2 * one);
			assertThat(cursors(entityManager)).isZero();
			return key;
		});
	}

	/** Returns how many blocks this transaction has read of what is outside the rows. */
	private static long blocks(EntityManager entityManager) {
		return number(entityManager, "select pg_stat_get_xact_blocks_fetched(reltoastrelid) from pg_class "
				+ "where oid = cast('document' as regclass)");
	}

	private static long cursors(EntityManager entityManager) {
		// The one that asks has no name.
		return number(entityManager, "select count(*) from pg_cursors where name <> ''");
	}

	private static long number(EntityManager entityManager, String sql) {
		return ((Number) entityManager.createNativeQuery(sql, Long.class).getSingleResult()).longValue();
	}

	private String describe() {
		return new PostgresBytea(entity()).describe();
	}

	private boolean isCostly(Object key) {
		return store().isCostlyByRange(key, version(key));
	}

	private void store(String storage) {
		access().write((entityManager) -> entityManager
			.createNativeQuery("alter table document alter column data set storage " + storage)
			.executeUpdate());
	}

	private Object row(byte[] content) {
		Object key = createRow();
		store().write(key, new ContentSource() {

			@Override
			public long size() {
				return content.length;
			}

			@Override
			public InputStream openStream() {
				return new ByteArrayInputStream(content);
			}

		});
		return key;
	}

	private static byte[] text() {
		return "All work and no play makes Jack a dull boy. ".repeat(SIZE / 44 + 1)
			.substring(0, SIZE)
			.getBytes(StandardCharsets.US_ASCII);
	}

}
