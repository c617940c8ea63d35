package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import org.hibernate.jpa.HibernateHints;
import org.jspecify.annotations.Nullable;

/**
 * Selects an SQL expression over the content of one row, if the row still has the version
 * that the caller knows. Uses HQL, so that it works for any table of the column.
 * <p>
 * Each question mark of an expression stands for the column.
 */
final class RowSelect {

	private final EntityMapping entity;

	RowSelect(EntityMapping entity) {
		this.entity = entity;
	}

	/**
	 * Returns the value of the expression.
	 * @throws ErrnoException {@code ESTALE} if there is no such row
	 */
	@Nullable Object value(EntityManager entityManager, String sql, Object id, @Nullable Object version) {
		return only(query(entityManager, row(sql(sql, content()), version), id, version));
	}

	/**
	 * Applies a function to the content, whatever the version of the row.
	 * @param function one of {@link RangeFunctions}
	 * @param parameters its arguments before the content, in order
	 * @return the value of the function
	 * @throws ErrnoException {@code ESTALE} if there is no such row
	 */
	@Nullable Object apply(EntityManager entityManager, String function, Map<String, Object> parameters, Object id) {
		TypedQuery<Object> query = query(entityManager, row(applied(function, parameters, content()), null), id, null);
		parameters.forEach(query::setParameter);
		return only(query);
	}

	/** Returns the call of a function with parameters and a column in HQL. */
	static String applied(String function, Map<String, Object> parameters, String column) {
		return parameters.keySet()
			.stream()
			.map((name) -> ":" + name + ", ")
			.collect(Collectors.joining("", function + "(", column + ")"));
	}

	/**
	 * Returns the length of the content in bytes.
	 * @param function one of {@link RangeFunctions}
	 * @throws ErrnoException {@code ESTALE} if there is no such row, {@code EIO} if the
	 * function returns null
	 */
	long length(EntityManager entityManager, String function, Object id, @Nullable Object version) {
		Object length = only(query(entityManager, row(applied(function, "e"), version), id, version));
		if (length == null) {
			throw new ErrnoException(Errno.EIO, "The content of this " + this.entity.name()
					+ " is no longer in the database, or the application's user may not read it");
		}
		return ((Number) length).longValue();
	}

	/**
	 * Returns an expression of HQL for the length of an entity's content.
	 * @param function one of {@link RangeFunctions}
	 * @param alias the alias of the entity in the query
	 */
	String lengthOf(String function, String alias) {
		if (!this.entity.database().fetchesNamedColumns() && this.entity.isContentOwn()) {
			return applied(function, alias);
		}
		// A subquery, which runs only where its value is needed.
		return "(select " + applied(function, "m") + " from " + this.entity.name() + " m"
				+ this.entity.content().joined("m") + " where " + this.entity.id().conditions().isSame("m", alias)
				+ ")";
	}

	private String applied(String function, String alias) {
		return function + "(" + this.entity.content().path(alias) + ")";
	}

	/**
	 * Returns the content in the type of the entity's property.
	 * @throws ErrnoException {@code ESTALE} if there is no such row
	 */
	@Nullable Object content(EntityManager entityManager, Object id, @Nullable Object version) {
		return only(query(entityManager, row(content(), version), id, version));
	}

	/**
	 * Reads a range of the content.
	 * @param function one of {@link RangeFunctions}
	 * @param position the start of the range, as the function counts
	 * @return the number of bytes, less than the room in the target only at the end of
	 * the content
	 * @throws ErrnoException {@code ESTALE} if there is no such row
	 */
	int read(EntityManager entityManager, String function, Number position, ByteBuffer target, Object id,
			@Nullable Object version) {
		String range = function + "(:position, :length, " + content() + ")";
		TypedQuery<Object> query = query(entityManager, row(range, version), id, version)
			.setParameter("position", position)
			.setParameter("length", target.remaining());
		byte[] bytes = (byte[]) only(query);
		if (bytes == null) {
			return 0;
		}
		target.put(bytes);
		return bytes.length;
	}

	/**
	 * Returns an expression of HQL for the beginning of an entity's content, with the
	 * number of bytes as the parameter {@code length}.
	 * @param function one of {@link RangeFunctions}
	 * @param first the position where content begins, as the function counts
	 */
	String headOf(String function, int first, String alias) {
		return function + "(" + first + ", :length, " + this.entity.content().path(alias) + ")";
	}

	/**
	 * Returns a query of several values of the row, which may join more to the entity
	 * {@code e}.
	 */
	TypedQuery<Object[]> rows(EntityManager entityManager, String selected, String joined, String order, Object id,
			@Nullable Object version) {
		return query(entityManager, "select " + selected + from(joined, version) + " order by " + order, Object[].class,
				id, version);
	}

	private static @Nullable Object only(TypedQuery<Object> query) {
		List<Object> rows = query.getResultList();
		if (rows.isEmpty()) {
			throw gone();
		}
		return rows.get(0);
	}

	/**
	 * Returns the values of one expression over the value of another, which the database
	 * computes only once. The values are fetched by a cursor.
	 * @param sql the expression that is computed once
	 * @param split the expression that returns a set; its question marks stand for the
	 * value of the first expression
	 * @param fetchSize how many values are fetched and held at once
	 * @return no values if there is no such row
	 */
	Stream<@Nullable Object> values(EntityManager entityManager, String sql, String split, int fetchSize, Object id,
			@Nullable Object version) {
		// Without the limit, the database would inline one expression into the other.
		String once = row(sql(sql, content()) + " as value", version) + " order by "
				+ this.entity.id().conditions().order("e") + " limit 1";
		String hql = "select " + sql(split, "c.value") + " from (" + once + ") c";
		return query(entityManager, hql, id, version).setHint(HibernateHints.HINT_FETCH_SIZE, fetchSize)
			.getResultStream();
	}

	/** Returns the failure for a row that is gone. */
	static ErrnoException gone() {
		return new ErrnoException(Errno.ESTALE, "The content has been replaced or deleted in the meantime");
	}

	private String row(String expression, @Nullable Object version) {
		return "select " + expression + from(this.entity.content().joined("e"), version);
	}

	private String from(String joined, @Nullable Object version) {
		String guard = isGuarded(version) ? " and e." + this.entity.version() + " = :version" : "";
		return " from " + this.entity.name() + " e" + joined + " where " + this.entity.id().conditions().is("e", "id")
				+ guard;
	}

	private String content() {
		return this.entity.content().path("e");
	}

	private static String sql(String sql, String content) {
		int marks = (int) sql.chars().filter((character) -> character == '?').count();
		return "sql('" + sql + "'" + (", " + content).repeat(marks) + ")";
	}

	private boolean isGuarded(@Nullable Object version) {
		return version != null && this.entity.version() != null;
	}

	private TypedQuery<Object> query(EntityManager entityManager, String hql, Object id, @Nullable Object version) {
		return query(entityManager, hql, Object.class, id, version);
	}

	private <T> TypedQuery<T> query(EntityManager entityManager, String hql, Class<T> type, Object id,
			@Nullable Object version) {
		TypedQuery<T> query = entityManager.createQuery(hql, type);
		this.entity.id().conditions().bind(query, "id", id);
		if (isGuarded(version)) {
			query.setParameter("version", version);
		}
		return query;
	}

}
