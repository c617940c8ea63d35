package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Content;
import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import org.hibernate.jpa.HibernateHints;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole value as the rows of one result, one piece in each: the server fetches
 * the value once, and the driver holds one row at a time.
 */
final class MySqlPieces {

	/** Its square is the pieces of 1 GiB, the maximum of {@code max_allowed_packet}. */
	private static final int SERIES = 32;

	/** Not a recursive query, which by default ends silently after 1,000 rows. */
	private static final String NUMBERS = IntStream.range(0, SERIES)
		.mapToObj((n) -> "select " + n + " as n")
		.collect(Collectors.joining(" union all ", "(", ")"));

	private final EntityMapping entity;

	private final int fetchSize;

	MySqlPieces(EntityMapping entity, int fetchSize) {
		this.entity = entity;
		this.fetchSize = fetchSize;
	}

	void read(EntityManager entityManager, Object id, @Nullable Object version, Consumer<ByteBuffer> target) {
		boolean guarded = version != null && this.entity.version() != null;
		TypedQuery<Object> query = entityManager.createQuery(hql(guarded), Object.class)
			.setHint(HibernateHints.HINT_FETCH_SIZE, this.fetchSize);
		this.entity.id().conditions().bind(query, "id", id);
		if (guarded) {
			query.setParameter("version", version);
		}
		try (Stream<Object> rows = query.getResultStream()) {
			Iterator<Object> pieces = rows.iterator();
			if (!pieces.hasNext()) {
				throw new ErrnoException(Errno.ESTALE, "The content has been replaced or deleted in the meantime");
			}
			while (pieces.hasNext()) {
				if (pieces.next() instanceof byte[] piece) {
					target.accept(ByteBuffer.wrap(piece));
				}
			}
		}
	}

	/** The first piece always exists: an empty result means that there is no row. */
	private String hql(boolean guarded) {
		String content = this.entity.content().path("e");
		String offset = "(? * " + SERIES + " + ?) * " + Content.PIECE_BYTES;
		return "select sql('substring(?, " + offset + " + 1, " + Content.PIECE_BYTES + ")', " + content
				+ ", a.n, b.n) from " + this.entity.name() + " e" + this.entity.content().joined("e") + ", " + NUMBERS
				+ " a, " + NUMBERS + " b where " + this.entity.id().conditions().is("e", "id")
				+ (guarded ? " and e." + this.entity.version() + " = :version" : "") + " and cast(sql('" + offset
				+ " < greatest(coalesce(length(?), 0), 1)', a.n, b.n, " + content
				+ ") as Integer) = 1 order by a.n, b.n";
	}

}
