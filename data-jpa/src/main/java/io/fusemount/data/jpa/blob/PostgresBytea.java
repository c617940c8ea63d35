package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.fusemount.core.node.Content;
import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's {@code bytea}, which has at most 1 GiB. Unless the storage of the column
 * says otherwise, the database compresses values that become smaller, and decompresses a
 * value from its start for each range.
 */
final class PostgresBytea implements BlobColumn {

	/**
	 * The pieces of a value. An empty value and null have one piece, so that a result
	 * without any means that the row is gone.
	 */
	private static final String PIECES = "substring(? from generate_series(1, greatest(octet_length(?), 1), "
			+ Content.PIECE_BYTES + ") for " + Content.PIECE_BYTES + ")";

	private final RowSelect select;

	private final PostgresStorage storage;

	PostgresBytea(EntityMapping entity) {
		this.select = new RowSelect(entity);
		this.storage = PostgresStorage.of(entity);
	}

	@Override
	public int read(EntityManager entityManager, Object id, @Nullable Object version, long position,
			ByteBuffer target) {
		// PostgreSQL's functions count from 1 with 32 bits; no content lies beyond.
		int start = (int) Math.min(position, Integer.MAX_VALUE - 1) + 1;
		return this.select.read(entityManager, RangeFunctions.SUBSTRING, start, target, id, version);
	}

	/**
	 * Asks the value itself: values stored before the column got another storage keep
	 * theirs. The database knows both lengths without reading the value.
	 */
	@Override
	public boolean isCostlyByRange(EntityManager entityManager, Object id, @Nullable Object version) {
		return Boolean.TRUE
			.equals(this.select.value(entityManager, "pg_column_size(?) < octet_length(?)", id, version));
	}

	/**
	 * Makes the database decompress the value once, keep it and return its pieces.
	 */
	@Override
	public void readAll(EntityManager entityManager, Object id, @Nullable Object version, Consumer<ByteBuffer> target) {
		try (Stream<@Nullable Object> pieces = this.select.values(entityManager, "substring(? from 1)", PIECES, 1, id,
				version)) {
			boolean[] found = new boolean[1];
			pieces.forEach((piece) -> {
				found[0] = true;
				target.accept(ByteBuffer.wrap((piece != null) ? (byte[]) piece : new byte[0]));
			});
			if (!found[0]) {
				throw RowSelect.gone();
			}
		}
	}

	@Override
	public String headOf(String entity) {
		return this.select.headOf(RangeFunctions.SUBSTRING, 1, entity);
	}

	@Override
	public long length(EntityManager entityManager, Object id, @Nullable Object version) {
		return this.select.length(entityManager, RangeFunctions.LENGTH, id, version);
	}

	@Override
	public String lengthOf(String entity) {
		return this.select.lengthOf(RangeFunctions.LENGTH, entity);
	}

	@Override
	public String lengthInSql(String column) {
		return RangeFunctions.lengthInSql(column);
	}

	@Override
	public String describe() {
		return "PostgreSQL bytea, " + this.storage.describe();
	}

}
