package io.fusemount.data.jpa.directory;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.IdProperty;
import io.fusemount.data.jpa.mapping.NameColumn;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * From names to rows and back, in the active transaction.
 */
final class RowLookup {

	private final RowQueries queries;

	private final IdProperty ids;

	private final RowNames names;

	private final NameColumn column;

	private final SharedTexts shared;

	private final int pageSize;

	RowLookup(EntityMapping entity, RowQueries queries, SharedTexts shared, int pageSize) {
		this.queries = queries;
		this.ids = entity.id();
		this.names = new RowNames(this.ids);
		this.column = entity.nameColumn();
		this.shared = shared;
		this.pageSize = pageSize;
	}

	/**
	 * Returns the row that has the name, or {@code null}. What the database finds counts
	 * only if its name is exactly the asked one, for its collation may see less
	 * difference.
	 */
	@Nullable Row find(EntityManager entityManager, Name name) {
		RowNames.Meaning meaning = this.names.meaning(name);
		if (meaning.hashed()) {
			return findByScan(entityManager, name);
		}
		List<String> texts = Stream.of(meaning.text(), meaning.rival())
			.filter((text) -> text != null && this.column.canEncode(text))
			.toList();
		Object id = meaning.id();
		if (!this.ids.texts(id).allMatch(this.column::canEncode)) {
			id = null;
		}
		if (texts.isEmpty() && id == null) {
			return null;
		}
		List<Row> rows = remembered(this.queries.find(entityManager, texts, id));
		texts.stream()
			.filter((text) -> rows.stream().noneMatch((row) -> text.equals(row.text())))
			.forEach(this.shared::remove);
		return rows.stream()
			.filter((row) -> name.equals(this.names.plain(row)))
			.findFirst()
			.orElseGet(() -> rows.stream()
				.filter((row) -> this.names.plain(row) == null && name.equals(markedName(row, plainNames(rows))))
				.findFirst()
				.orElse(null));
	}

	/**
	 * Whether the text was seen to be shared when it was looked up last.
	 */
	boolean isShared(String text) {
		return this.shared.contains(text);
	}

	/** What was shared once stays it. */
	private List<Row> remembered(List<Row> rows) {
		if (this.column.unique()) {
			return rows;
		}
		return rows.stream().map((row) -> {
			String text = row.text();
			if (text == null) {
				return row;
			}
			if (row.shared()) {
				this.shared.add(text);
			}
			return this.shared.contains(text) ? row.asShared() : row;
		}).toList();
	}

	private @Nullable Row findByScan(EntityManager entityManager, Name name) {
		Object last = null;
		List<Row> rows;
		do {
			rows = remembered(this.queries.page(entityManager, last, this.pageSize, false));
			for (Map.Entry<Name, Row> entry : named(entityManager, rows).entrySet()) {
				if (entry.getKey().equals(name)) {
					Row row = entry.getValue();
					return row.withLength(this.queries.find(entityManager, List.of(), row.id()).get(0).length());
				}
			}
			last = rows.isEmpty() ? null : rows.get(rows.size() - 1).id();
		}
		while (rows.size() == this.pageSize);
		return null;
	}

	/**
	 * Returns a page of the rows behind the id.
	 * @param measured whether content is measured that has no length noted
	 */
	RowPage page(EntityManager entityManager, @Nullable Object lastId, boolean measured) {
		// One more than the page has: whether there is a next one.
		List<Row> rows = remembered(this.queries.page(entityManager, lastId, this.pageSize + 1, measured));
		boolean more = rows.size() > this.pageSize;
		List<Row> page = more ? rows.subList(0, this.pageSize) : rows;
		return new RowPage(named(entityManager, page), more ? page.get(this.pageSize - 1).id() : null);
	}

	/**
	 * Returns the rows with their names. Costs a statement only where a row can not be
	 * named after its text.
	 */
	private Map<Name, Row> named(EntityManager entityManager, List<Row> rows) {
		List<String> wanted = new ArrayList<>();
		for (Row row : rows) {
			if (this.names.plain(row) == null) {
				String text = RowNames.text(this.names.marked(row).value());
				if (text != null && this.column.canEncode(text)) {
					wanted.add(text);
				}
			}
		}
		Set<Name> taken = wanted.isEmpty() ? Set.of()
				: plainNames(remembered(this.queries.find(entityManager, wanted, null)));
		Map<Name, Row> named = new java.util.LinkedHashMap<>();
		for (Row row : rows) {
			Name plain = this.names.plain(row);
			named.put((plain != null) ? plain : markedName(row, taken), row);
		}
		return named;
	}

	private Name markedName(Row row, Set<Name> taken) {
		Name marked = this.names.marked(row);
		return taken.contains(marked) ? this.names.escaped(row) : marked;
	}

	private Set<Name> plainNames(List<Row> rows) {
		Set<Name> plain = new HashSet<>();
		for (Row row : rows) {
			Name name = this.names.plain(row);
			if (name != null) {
				plain.add(name);
			}
		}
		return plain;
	}

}
