package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's {@code bytea}, which has at most 1 GiB.
 */
final class PostgresBytea implements BlobColumn {

	private final RowSelect select;

	PostgresBytea(EntityMapping entity) {
		this.select = new RowSelect(entity);
	}

	@Override
	public int read(EntityManager entityManager, Object id, @Nullable Object version, long position,
			ByteBuffer target) {
		// Its functions count from 1 with 32 bits; behind that there is nothing anyway.
		int start = (int) Math.min(position, Integer.MAX_VALUE - 1) + 1;
		Map<String, Object> range = new LinkedHashMap<>();
		range.put("start", start);
		range.put("length", target.remaining());
		byte[] bytes = (byte[]) this.select.value(entityManager, "substring(? from ? for ?)", range, id, version);
		if (bytes == null) {
			return 0;
		}
		target.put(bytes);
		return bytes.length;
	}

	@Override
	public long length(EntityManager entityManager, Object id) {
		Object length = this.select.value(entityManager, "octet_length(?)", Map.of(), id, null);
		return (length != null) ? ((Number) length).longValue() : 0;
	}

	@Override
	public String describe() {
		return "PostgreSQL bytea, ranges by substring";
	}

}
