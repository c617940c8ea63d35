package io.fusemount.data.jpa.directory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.database.OwnWrites;
import io.fusemount.data.jpa.guard.AskedRows;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.mapping.IdConditions;
import io.fusemount.data.jpa.mapping.RowMapping;
import io.fusemount.data.jpa.mapping.TimeConversion;
import io.fusemount.data.jpa.scope.CallerRights;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.persistence.TypedQuery;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The statements on the rows of an entity that do not load the entity.
 */
final class RowQueries {

	private static final String TAKEN = "taken";

	private static final String RIGHTS = "rights";

	/** A condition on a row may have any alias that does not begin like these. */
	private static final String PAGE = "e_page";

	private static final String ROW = "e_row";

	private final RowMapping entity;

	private final IdConditions ids;

	private final List<FileProperty> columns;

	private final int selectedAttributes;

	private final String projection;

	private final @Nullable String length;

	private final @Nullable String lengthInPages;

	/**
	 * Creates the statements.
	 * @param length the expression for the length of an entity {@code e}'s content, null
	 * where it is not known, or {@code null} if no statement can measure it
	 * @param lengthInPages the expression for the length in listings
	 */
	RowQueries(RowMapping entity, @Nullable String length, @Nullable String lengthInPages) {
		this.entity = entity;
		this.columns = entity.projected().toList();
		this.ids = entity.id().conditions();
		this.length = length;
		this.lengthInPages = lengthInPages;
		this.projection = "select " + this.ids.selected("e")
				+ Stream.concat(this.columns.stream().map((column) -> "e." + column), entity.attributes().selected())
					.map((column) -> ", " + column)
					.collect(Collectors.joining());
		this.selectedAttributes = (int) entity.attributes().selected().count();
	}

	private String text(String alias) {
		return alias + "." + this.entity.fileName();
	}

	private String exactText(String alias) {
		return this.entity.database().exactly(text(alias));
	}

	/** Whether several rows may have the same text. */
	boolean isSharing(Scope scope) {
		return !this.entity.nameColumn().isUniqueAmong(scope.columns(), scope.emptyColumns());
	}

	/** Plain equality of the texts lets the database use an index. */
	private String sameText(Scope scope, String condition) {
		return "(select 1 from " + this.entity.name() + " x where " + text("x") + " = " + text("e") + " and "
				+ exactText("x") + " = " + exactText("e") + " and " + condition + scope.and("x") + ")";
	}

	/**
	 * Returns rows that conditions let the caller read, in the order of their ids, after
	 * the given one.
	 * @param measured whether to measure content without a noted length
	 */
	List<Row> page(EntityManager entityManager, Scope scope, CallerRights rights, @Nullable Object lastId, int limit,
			boolean measured) {
		Scope seen = scope.and(rights.readable());
		String where = (lastId != null) ? seen.where("e", this.ids.isAfter("e", "last")) : seen.where("e");
		String selected = measured ? this.lengthInPages : null;
		CallerRights more = new CallerRights(Scope.ALL, rights.changeable(), List.of(), AskedRows.NONE);
		TypedQuery<Object[]> query = query(entityManager,
				projection(selected) + right(more) + from() + where + " order by " + this.ids.order("e"), seen,
				more.changeable());
		seen.bind(query);
		bind(query, more);
		if (lastId != null) {
			this.ids.bind(query, "last", lastId);
		}
		List<Row> rows = rows(query.setMaxResults(limit), selected != null, more);
		if (!isSharing(scope) || rows.isEmpty()) {
			return rows;
		}
		Set<String> texts = sharedTexts(entityManager, scope, seen, lastId, rows.get(rows.size() - 1).id());
		return texts.isEmpty() ? rows
				: rows.stream().map((row) -> texts.contains(row.text()) ? row.asShared() : row).toList();
	}

	/**
	 * Returns the texts of a page that several rows have. A separate statement: without
	 * an index on the column, databases scan the table once for all texts of a page, but
	 * would scan it for each row of the page to find another row with its text.
	 * @param seen the rows of the scope that the page is of
	 */
	private Set<String> sharedTexts(EntityManager entityManager, Scope scope, Scope seen, @Nullable Object lastId,
			Object endId) {
		String page = seen.where(PAGE,
				((lastId != null) ? this.ids.isAfter(PAGE, "last") + " and " : "") + this.ids.isUpTo(PAGE, "end"));
		TypedQuery<Object> query = Scope.query(entityManager,
				"select " + text("e") + from() + " where " + text("e") + " in (select " + text(PAGE) + " from "
						+ this.entity.name() + " " + PAGE + page + ")" + scope.and("e") + " group by "
						+ String.join(", ", new LinkedHashSet<>(List.of(text("e"), exactText("e"))))
						+ " having count(*) > 1",
				Object.class, seen);
		seen.bind(query);
		if (lastId != null) {
			this.ids.bind(query, "last", lastId);
		}
		this.ids.bind(query, "end", endId);
		return query.getResultList().stream().map(this.entity.nameText()::format).collect(Collectors.toSet());
	}

	private String from() {
		return " from " + this.entity.name() + " e";
	}

	/** Returns the row with the id, in whatever directory. */
	@Nullable Row find(EntityManager entityManager, Object id, CallerRights rights) {
		List<Row> found = find(entityManager, Scope.ALL, rights, List.of(), id, List.of());
		return found.isEmpty() ? null : found.get(0);
	}

	/** Returns the first row with each text, and the row with the id. */
	List<Row> find(EntityManager entityManager, Scope scope, Collection<String> texts, @Nullable Object id) {
		return find(entityManager, scope, CallerRights.ALL, texts, id, List.of());
	}

	/**
	 * Returns the first row with each text, and the row with the id, hidden ones too.
	 * @param rights the rights to state about each row
	 * @param taken the rows of others, with which a text is also shared
	 */
	List<Row> find(EntityManager entityManager, Scope scope, CallerRights rights, Collection<String> texts,
			@Nullable Object id, List<TakenNames.TakenRows> taken) {
		Set<Object> values = new LinkedHashSet<>();
		texts.stream().map(this.entity.nameText()::parse).filter(Objects::nonNull).forEach(values::add);
		List<String> conditions = new ArrayList<>();
		if (!values.isEmpty()) {
			// Hibernate translates a list parameter to SQL anew each time.
			conditions.add("(" + text("e") + ((values.size() == 1) ? " = :texts" : " in (:texts)")
					+ (isSharing(scope) ? " and not exists " + sameText(scope, this.ids.isBefore("x", "e")) : "")
					+ ")");
		}
		if (id != null) {
			conditions.add(this.ids.is("e", "id"));
		}
		if (conditions.isEmpty()) {
			return List.of();
		}
		TypedQuery<Object[]> query = query(entityManager,
				projection(this.length) + right(rights) + shared(scope, taken) + from()
						+ scope.where("e", "(" + String.join(" or ", conditions) + ")"),
				rights.readable(), rights.changeable());
		scope.bind(query);
		bind(query, rights);
		for (int i = 0; i < taken.size(); i++) {
			taken.get(i).scope().bind(query, TAKEN + i + "Scope");
		}
		if (!values.isEmpty()) {
			query.setParameter("texts", (values.size() == 1) ? values.iterator().next() : values);
		}
		if (id != null) {
			this.ids.bind(query, "id", id);
		}
		return ShownRows.marked(entityManager, rights, rows(query, this.length != null, rights));
	}

	/**
	 * Returns readable rows of a directory with the beginnings of their content.
	 * @param head the expression for the beginning of the content of an entity {@code e}
	 * @param condition the condition on the content, or {@code null}
	 * @param length the number of bytes
	 */
	List<RowHead> heads(EntityManager entityManager, Scope scope, CallerRights rights, Collection<Object> ids,
			String head, @Nullable String condition, int length) {
		Scope seen = scope.and(rights.readable());
		// Hibernate translates a list parameter to SQL anew each time.
		boolean one = ids.size() == 1;
		String among = (one ? this.ids.is("e", "id") : this.ids.isAmong("e", "ids"))
				+ ((condition != null) ? " and " + condition : "");
		TypedQuery<Object[]> query = query(entityManager, projection(head) + from() + seen.where("e", among), seen)
			.setParameter("length", length);
		seen.bind(query);
		if (one) {
			this.ids.bind(query, "id", ids.iterator().next());
		}
		else {
			query.setParameter("ids", ids);
		}
		return ShownRows.among(entityManager, rights, query.getResultList().stream().map(this::head).toList(),
				(found) -> found.row().id());
	}

	private RowHead head(Object[] values) {
		int last = values.length - 1;
		byte[] bytes = (byte[]) values[last];
		return new RowHead(row(Arrays.copyOf(values, last), false, false), (bytes != null) ? bytes : new byte[0]);
	}

	/**
	 * Returns the selected expression for what a caller may do with a row: the ordinal of
	 * the right. A subselect, because associations in conditions are inner joins.
	 */
	private String right(CallerRights rights) {
		if (!rights.areLimited()) {
			return "";
		}
		String changes = exists(rights.readable().and(rights.changeable()), RowRight.CHANGE);
		String reads = !rights.limitChanges() ? "" : exists(rights.readable(), RowRight.READ);
		boolean hides = rights.hideRows();
		return ", case" + changes + (hides ? reads : "") + " else "
				+ (hides ? RowRight.HIDDEN : RowRight.READ).ordinal() + " end";
	}

	private String exists(Scope rows, RowRight right) {
		return " when exists (select 1 from " + this.entity.name() + " " + ROW
				+ rows.where(ROW, this.ids.isSame(ROW, "e"), RIGHTS) + ") then " + right.ordinal();
	}

	private static void bind(Query query, CallerRights rights) {
		if (rights.areLimited()) {
			rights.readable().and(rights.changeable()).bind(query, RIGHTS);
		}
	}

	/**
	 * Requires that a caller may store a row as it is now.
	 * @throws ErrnoException {@code EACCES} if the caller may not
	 */
	void requireStorable(EntityManager entityManager, Object id, CallerRights rights) {
		if (!isChangeable(entityManager, id, rights)) {
			throw refusal("This user may not store a " + this.entity.name() + " like this one here");
		}
	}

	/**
	 * Requires that a caller may change a row before it is changed.
	 * @throws ErrnoException {@code EACCES} if the caller may not
	 */
	void requireChangeable(EntityManager entityManager, Row row, CallerRights rights) {
		if (!isChangeable(entityManager, row.id(), rights)) {
			throw refusal("This user may not change '" + row.text() + "' any more");
		}
	}

	private static ErrnoException refusal(String message) {
		return new ErrnoException(Errno.EACCES, message,
				"The conditions of the repository say which rows a user may read and change", null);
	}

	private boolean isChangeable(EntityManager entityManager, Object id, CallerRights rights) {
		return meets(entityManager, id, rights) && !rights.asked().among(entityManager, List.of(id)).isEmpty();
	}

	private boolean meets(EntityManager entityManager, Object id, CallerRights rights) {
		if (!rights.areLimited()) {
			return true;
		}
		Scope changeable = rights.readable().and(rights.changeable());
		TypedQuery<Integer> query = Scope.query(entityManager,
				"select 1" + from() + changeable.where("e", this.ids.is("e", "id")), Integer.class, changeable);
		changeable.bind(query);
		this.ids.bind(query, "id", id);
		return !query.getResultList().isEmpty();
	}

	/** Returns the selected expression for whether others also have the text of a row. */
	private String shared(Scope scope, List<TakenNames.TakenRows> taken) {
		List<String> conditions = new ArrayList<>();
		if (isSharing(scope)) {
			conditions.add("exists " + sameText(scope, this.ids.isOther("x", "e")));
		}
		for (int i = 0; i < taken.size(); i++) {
			TakenNames.TakenRows rows = taken.get(i);
			String text = TAKEN + i + "." + rows.property();
			conditions.add("exists (select 1 from " + rows.entity() + " " + TAKEN + i + " where " + text + " = "
					+ text("e") + " and " + this.entity.database().exactly(text) + " = " + exactText("e")
					+ rows.scope().and(TAKEN + i, TAKEN + i + "Scope") + ")");
		}
		return conditions.isEmpty() ? ""
				: ", case when " + String.join(" or ", conditions) + " then true else false end";
	}

	/**
	 * Sets only the time of the last change, without a new version. Returns whether the
	 * row exists in this version.
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
		boolean touched = update.executeUpdate() > 0;
		if (touched) {
			recordWrite(entityManager, row);
		}
		return touched;
	}

	/** Records the write, which sessions do not report. */
	private void recordWrite(EntityManager entityManager, Row row) {
		OwnWrites writes = OwnWrites.find(this.entity.persister().getFactory());
		if (writes != null) {
			writes.add(entityManager.unwrap(SharedSessionContractImplementor.class), this.entity.persister(), row.id());
		}
	}

	/**
	 * Notes the size if none is noted, so that an entity with a primitive property can be
	 * loaded. The change is no news for others.
	 */
	void noteSize(EntityManager entityManager, Row row) {
		FileProperty size = this.entity.size();
		if (size != null && row.length().noted() == null && size.type().isPrimitive() && size.isWritable()) {
			Query update = entityManager
				.createQuery("update " + this.entity.name() + " e set e." + size + " = :size where "
						+ this.ids.is("e", "id") + " and e." + size + " is null")
				.setParameter("size", (size.type() == int.class) ? (Object) Math.toIntExact(row.size()) : row.size());
			this.ids.bind(update, "id", row.id());
			update.executeUpdate();
		}
	}

	private static TypedQuery<Object[]> query(EntityManager entityManager, String hql, Scope... scopes) {
		return Scope.query(entityManager, hql, Object[].class, scopes);
	}

	private String projection(@Nullable String selected) {
		return (selected != null) ? this.projection + ", " + selected : this.projection;
	}

	private List<Row> rows(TypedQuery<Object[]> query, boolean measured, CallerRights rights) {
		return query.getResultList().stream().map((values) -> row(values, measured, rights.areLimited())).toList();
	}

	private Row row(Object[] values, boolean measured, boolean limited) {
		int first = this.ids.width() + this.columns.size();
		int next = first + this.selectedAttributes;
		Object length = measured ? values[next++] : null;
		RowRight right = limited ? RowRight.values()[((Number) values[next++]).intValue()] : RowRight.CHANGE;
		boolean shared = values.length > next && (Boolean) values[next];
		Object id = this.entity.id().ofRow(values);
		Object name = value(values, this.entity.fileName());
		return new Row(id, (name != null) ? this.entity.nameText().format(name) : null,
				new RowSize(number(value(values, this.entity.size())), number(length)),
				value(values, this.entity.version()), TimeConversion.toInstant(value(values, this.entity.created())),
				TimeConversion.toInstant(value(values, this.entity.modified())), shared, right,
				this.entity.ownership().of((property) -> value(values, property)),
				this.entity.attributes().ofRow(id, values, first));
	}

	private static @Nullable Long number(@Nullable Object value) {
		return (value != null) ? ((Number) value).longValue() : null;
	}

	private @Nullable Object value(Object[] values, @Nullable FileProperty property) {
		return (property != null) ? values[this.ids.width() + this.columns.indexOf(property)] : null;
	}

}
