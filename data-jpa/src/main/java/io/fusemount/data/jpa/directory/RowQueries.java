package io.fusemount.data.jpa.directory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.mapping.IdConditions;
import io.fusemount.data.jpa.mapping.TimeConversion;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.persistence.TypedQuery;
import org.jspecify.annotations.Nullable;

/**
 * The statements on the rows of one entity that do not load it.
 */
final class RowQueries {

	private final EntityMapping entity;

	private final IdConditions ids;

	private final List<FileProperty> columns;

	private final String projection;

	/** The condition that another row has the same text; none if that cannot be. */
	private final @Nullable String shared;

	/** The condition that a row has its text before all others. */
	private final String first;

	private final @Nullable String length;

	private final @Nullable String lengthInPages;

	/**
	 * Creates the statements.
	 * @param length the expression for the length of an entity {@code e}'s content, null
	 * where it is not known, or {@code null} if no statement can tell
	 * @param lengthInPages the expression for that in listings
	 */
	RowQueries(EntityMapping entity, @Nullable String length, @Nullable String lengthInPages) {
		this.entity = entity;
		this.columns = Stream
			.of(entity.fileName(), entity.size(), entity.version(), entity.created(), entity.modified())
			.filter(Objects::nonNull)
			.toList();
		this.ids = entity.id().conditions();
		this.shared = entity.nameColumn().unique() ? null : "exists " + sameText(this.ids.isOther("x", "e"));
		this.first = "not exists " + sameText(this.ids.isBefore("x", "e"));
		this.length = length;
		this.lengthInPages = lengthInPages;
		this.projection = "select " + this.ids.selected("e")
				+ this.columns.stream().map((column) -> ", e." + column).collect(Collectors.joining());
	}

	private String text(String alias) {
		return alias + "." + this.entity.fileName();
	}

	private String exactText(String alias) {
		return this.entity.database().exactly(text(alias));
	}

	/** The equality of the texts as such is what an index helps with. */
	private String sameText(String condition) {
		return "(select 1 from " + this.entity.name() + " x where " + text("x") + " = " + text("e") + " and "
				+ exactText("x") + " = " + exactText("e") + " and " + condition + ")";
	}

	/**
	 * Returns rows in the order of their ids, from behind the given one on.
	 * @param measured whether content is measured that has no length noted
	 */
	List<Row> page(EntityManager entityManager, @Nullable Object lastId, int limit, boolean measured) {
		String where = (lastId != null) ? " where " + this.ids.isAfter("e", "last") : "";
		String selected = measured ? this.lengthInPages : null;
		TypedQuery<Object[]> query = query(entityManager,
				projection(selected) + from() + where + " order by " + this.ids.order("e"));
		if (lastId != null) {
			this.ids.bind(query, "last", lastId);
		}
		List<Row> rows = rows(query.setMaxResults(limit), selected != null);
		if (this.shared == null || rows.isEmpty()) {
			return rows;
		}
		Set<String> texts = sharedTexts(entityManager, lastId, rows.get(rows.size() - 1).id());
		return texts.isEmpty() ? rows
				: rows.stream().map((row) -> texts.contains(row.text()) ? row.asShared() : row).toList();
	}

	/**
	 * Returns the texts of a page that several rows have. A statement of its own: where
	 * the column has no index, databases go through the table once for all texts of a
	 * page, but once for each row of the page to look for another one of its text.
	 */
	private Set<String> sharedTexts(EntityManager entityManager, @Nullable Object lastId, Object endId) {
		TypedQuery<String> query = entityManager.createQuery("select " + text("e") + from() + " where " + text("e")
				+ " in (select " + text("p") + " from " + this.entity.name() + " p where "
				+ ((lastId != null) ? this.ids.isAfter("p", "last") + " and " : "") + this.ids.isUpTo("p", "end")
				+ ") group by " + String.join(", ", new LinkedHashSet<>(List.of(text("e"), exactText("e"))))
				+ " having count(*) > 1", String.class);
		if (lastId != null) {
			this.ids.bind(query, "last", lastId);
		}
		this.ids.bind(query, "end", endId);
		return new HashSet<>(query.getResultList());
	}

	private String from() {
		return " from " + this.entity.name() + " e";
	}

	/** Returns the row of each text that is the first with it, and that of the id. */
	List<Row> find(EntityManager entityManager, Collection<String> texts, @Nullable Object id) {
		List<String> conditions = new ArrayList<>();
		if (!texts.isEmpty()) {
			conditions.add("(e." + this.entity.fileName() + " in (:texts)"
					+ ((this.shared != null) ? " and " + this.first : "") + ")");
		}
		if (id != null) {
			conditions.add(this.ids.is("e", "id"));
		}
		TypedQuery<Object[]> query = query(entityManager,
				projection(this.length)
						+ ((this.shared != null) ? ", case when " + this.shared + " then true else false end" : "")
						+ from() + " where " + String.join(" or ", conditions));
		if (!texts.isEmpty()) {
			query.setParameter("texts", texts);
		}
		if (id != null) {
			this.ids.bind(query, "id", id);
		}
		return rows(query, this.length != null);
	}

	/**
	 * Sets nothing but the time of the last change, without a new version. Returns
	 * whether the row was there in this version.
	 */
	boolean touch(EntityManager entityManager, Row row, FileProperty modified, Instant time) {
		boolean versioned = this.entity.version() != null && row.version() != null;
		var update = entityManager
			.createQuery("update " + this.entity.name() + " e set e." + modified + " = :time where "
					+ this.ids.is("e", "id") + (versioned ? " and e." + this.entity.version() + " = :version" : ""))
			.setParameter("time", TimeConversion.fromInstant(time, modified.type()));
		this.ids.bind(update, "id", row.id());
		if (versioned) {
			update.setParameter("version", row.version());
		}
		return update.executeUpdate() > 0;
	}

	/**
	 * Notes the size where none is, so that an entity with a primitive property can be
	 * loaded. It is no change that others have to know of.
	 */
	void noteSize(EntityManager entityManager, Row row) {
		FileProperty size = this.entity.size();
		if (row.length().noted() == null && size.type().isPrimitive() && size.isWritable()) {
			Query update = entityManager
				.createQuery("update " + this.entity.name() + " e set e." + size + " = :size where "
						+ this.ids.is("e", "id") + " and e." + size + " is null")
				.setParameter("size", (size.type() == int.class) ? (Object) Math.toIntExact(row.size()) : row.size());
			this.ids.bind(update, "id", row.id());
			update.executeUpdate();
		}
	}

	private static TypedQuery<Object[]> query(EntityManager entityManager, String hql) {
		return entityManager.createQuery(hql, Object[].class);
	}

	private String projection(@Nullable String selected) {
		return (selected != null) ? this.projection + ", " + selected : this.projection;
	}

	private List<Row> rows(TypedQuery<Object[]> query, boolean measured) {
		return query.getResultList().stream().map((values) -> row(values, measured)).toList();
	}

	private Row row(Object[] values, boolean measured) {
		int last = this.ids.width() - 1 + this.columns.size() + (measured ? 1 : 0);
		Object length = measured ? values[last] : null;
		boolean shared = values.length > last + 1 && (Boolean) values[last + 1];
		return new Row(this.entity.id().ofRow(values), (String) value(values, this.entity.fileName()),
				new RowSize(number(value(values, this.entity.size())), number(length)),
				value(values, this.entity.version()), TimeConversion.toInstant(value(values, this.entity.created())),
				TimeConversion.toInstant(value(values, this.entity.modified())), shared);
	}

	private static @Nullable Long number(@Nullable Object value) {
		return (value != null) ? ((Number) value).longValue() : null;
	}

	private @Nullable Object value(Object[] values, @Nullable FileProperty property) {
		return (property != null) ? values[this.ids.width() + this.columns.indexOf(property)] : null;
	}

}
