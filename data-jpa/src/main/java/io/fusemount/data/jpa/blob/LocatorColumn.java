package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.sql.Blob;
import java.sql.SQLException;

import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import org.jspecify.annotations.Nullable;

/**
 * A column whose driver returns a {@link Blob} that reads ranges within the transaction,
 * as H2 does for {@code blob}. A driver that returns the bytes themselves, as H2 does for
 * {@code varbinary}, is supported too.
 */
final class LocatorColumn implements BlobColumn {

	private final RowSelect select;

	/** Only for H2: other databases have no common name for the length function. */
	private final boolean measured;

	LocatorColumn(EntityMapping entity) {
		this.select = new RowSelect(entity);
		this.measured = entity.database() == DatabaseKind.H2;
	}

	@Override
	public int read(EntityManager entityManager, Object id, @Nullable Object version, long position,
			ByteBuffer target) {
		Object content = this.select.value(entityManager, "?", id, version);
		if (content == null) {
			return 0;
		}
		if (content instanceof byte[] bytes) {
			int length = (int) Math.max(0, Math.min(target.remaining(), bytes.length - position));
			target.put(bytes, (int) Math.min(position, bytes.length), length);
			return length;
		}
		try {
			Blob blob = (Blob) content;
			if (position >= blob.length()) {
				return 0;
			}
			byte[] bytes = blob.getBytes(position + 1, target.remaining());
			target.put(bytes);
			return bytes.length;
		}
		catch (SQLException ex) {
			throw new PersistenceException("Content cannot be read", ex);
		}
	}

	@Override
	public @Nullable String headOf(String entity) {
		return this.measured ? this.select.headOf(RangeFunctions.SUBSTRING, 1, entity) : null;
	}

	@Override
	public boolean isHeadCostly() {
		return true;
	}

	@Override
	public @Nullable String lengthOf(String entity) {
		return this.measured ? this.select.lengthOf(RangeFunctions.LENGTH, entity) : null;
	}

	@Override
	public @Nullable String lengthInSql(String column) {
		return this.measured ? RangeFunctions.lengthInSql(column) : null;
	}

	@Override
	public long length(EntityManager entityManager, Object id, @Nullable Object version) {
		if (this.measured) {
			return this.select.length(entityManager, RangeFunctions.LENGTH, id, version);
		}
		Object content = this.select.value(entityManager, "?", id, version);
		if (content == null) {
			return 0;
		}
		try {
			return (content instanceof byte[] bytes) ? bytes.length : ((Blob) content).length();
		}
		catch (SQLException ex) {
			throw new PersistenceException("Length of content cannot be read", ex);
		}
	}

	@Override
	public String describe() {
		return "JDBC Blob, ranges by getBytes";
	}

}
