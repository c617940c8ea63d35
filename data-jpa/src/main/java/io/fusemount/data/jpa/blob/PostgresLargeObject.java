package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's large objects: the row keeps an {@code oid}, the bytes are elsewhere and
 * stay there until they are unlinked.
 */
final class PostgresLargeObject implements BlobColumn {

	private final RowSelect select;

	private final EntityMapping entity;

	PostgresLargeObject(EntityMapping entity) {
		this.select = new RowSelect(entity);
		this.entity = entity;
	}

	@Override
	public int read(EntityManager entityManager, Object id, @Nullable Object version, long position,
			ByteBuffer target) {
		Map<String, Object> range = new LinkedHashMap<>();
		range.put("position", position);
		range.put("length", target.remaining());
		byte[] bytes = (byte[]) this.select.value(entityManager, "lo_get(?, ?, ?)", range, id, version);
		if (bytes == null) {
			return 0;
		}
		target.put(bytes);
		return bytes.length;
	}

	@Override
	public long length(EntityManager entityManager, Object id) {
		// 262144 is INV_READ, 2 is SEEK_END; the descriptor closes with the transaction.
		Object length = this.select.value(entityManager, "lo_lseek64(lo_open(?, 262144), 0, 2)", Map.of(), id, null);
		return (length != null) ? ((Number) length).longValue() : 0;
	}

	@Override
	public boolean isSeparate() {
		return true;
	}

	@Override
	public void remove(EntityManager entityManager, Object id) {
		this.select.value(entityManager, "lo_unlink(?)", Map.of(), id, null);
	}

	@Override
	public void move(EntityManager entityManager, Object from, Object to, boolean incrementVersion) {
		remove(entityManager, to);
		String content = this.entity.content().name();
		String id = this.entity.id().name();
		String update = incrementVersion ? "update versioned " : "update ";
		entityManager
			.createQuery(update + this.entity.name() + " e set e." + content + " = (select s." + content + " from "
					+ this.entity.name() + " s where s." + id + " = :from) where e." + id + " = :to")
			.setParameter("from", from)
			.setParameter("to", to)
			.executeUpdate();
	}

	@Override
	public String describe() {
		return "PostgreSQL large object (oid), ranges by lo_get";
	}

}
