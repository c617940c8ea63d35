package io.fusemount.data.jpa.directory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameCodec;
import io.fusemount.data.jpa.mapping.IdProperty;
import io.fusemount.data.jpa.mapping.NameColumn;
import io.fusemount.data.jpa.mapping.RowMapping;
import io.fusemount.data.jpa.scope.CallerRights;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * Maps names to rows and back within a directory, in the active transaction.
 */
final class RowLookup {

	private final RowQueries queries;

	private final IdProperty ids;

	private final RowNames names;

	private final NameColumn column;

	private final SharedTexts shared;

	/** The names that were looked up and belong to a row that somebody may not see. */
	private final RememberedTexts hidden = new RememberedTexts();

	private final int pageSize;

	/**
	 * Creates the lookup.
	 * @param names the rule for the names of the rows
	 * @param pageSize how many rows one statement of a listing fetches
	 */
	RowLookup(RowMapping entity, RowQueries queries, RowNames names, SharedTexts shared, int pageSize) {
		this.queries = queries;
		this.ids = entity.id();
		this.names = names;
		this.column = entity.nameColumn();
		this.shared = shared;
		this.pageSize = pageSize;
	}

	/**
	 * Returns the row with the name, or {@code null} if there is none that the caller may
	 * read.
	 * @param in the directory for the caller
	 * @param first whether others in the directory have not yet been asked for the name
	 */
	@Nullable Row find(EntityManager entityManager, RowDirectory in, Name name, boolean first) {
		Row row = find(entityManager, in.scope(), in.rights().get(), name, in.taken(), first);
		if (row == null) {
			this.hidden.remove(in.scope(), name.value());
		}
		else if (row.right() == RowRight.HIDDEN) {
			this.hidden.add(in.scope(), name.value());
			return null;
		}
		return row;
	}

	/**
	 * Returns the row with the name, or {@code null}. A row that the database finds
	 * counts only if its name is exactly the requested one, because the collation may see
	 * less difference.
	 */
	private @Nullable Row find(EntityManager entityManager, Scope scope, CallerRights rights, Name name,
			TakenNames taken, boolean first) {
		RowNames.Meaning meaning = this.names.meaning(name);
		if (meaning.hashed()) {
			return findByScan(entityManager, scope, rights, name, taken);
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
		List<Row> rows = remembered(scope,
				this.queries.find(entityManager, scope, rights, texts, id, first ? rows(taken) : List.of()));
		texts.stream()
			.filter((text) -> rows.stream().noneMatch((row) -> text.equals(row.text())))
			.forEach((text) -> this.shared.remove(scope, text));
		return rows.stream()
			.filter((row) -> name.equals(this.names.plain(row)))
			.findFirst()
			.orElseGet(() -> findMarked(entityManager, scope, name, rows, taken));
	}

	/**
	 * Returns the rows with the names, as far as one statement finds them and the caller
	 * may read them: rows that have a name alone and without a mark.
	 * @param in the directory for the caller
	 */
	Map<Name, Row> findTogether(EntityManager entityManager, RowDirectory in, List<Name> names) {
		TakenNames taken = in.taken();
		if (taken != TakenNames.NONE && taken.rows() == null) {
			return Map.of();
		}
		Set<Name> wanted = Set.copyOf(names);
		Map<Name, Row> found = new HashMap<>();
		for (Row row : remembered(in.scope(),
				this.queries.find(entityManager, in.scope(), in.rights().get(), texts(names), null, rows(taken)))) {
			Name name = this.names.plain(row);
			if (name != null && wanted.contains(name) && row.right() != RowRight.HIDDEN) {
				found.put(name, row);
			}
		}
		return found;
	}

	private List<String> texts(List<Name> names) {
		return names.stream()
			.map(this.names::meaning)
			.filter((meaning) -> meaning.id() == null && meaning.rival() == null && !meaning.hashed())
			.map(RowNames.Meaning::text)
			.filter((text) -> text != null && this.column.canEncode(text))
			.toList();
	}

	private static List<TakenNames.TakenRows> rows(TakenNames taken) {
		List<TakenNames.TakenRows> rows = taken.rows();
		return (rows != null) ? rows : List.of();
	}

	private @Nullable Row findMarked(EntityManager entityManager, Scope scope, Name name, List<Row> found,
			TakenNames taken) {
		List<Row> rows = beside(entityManager, scope, found, taken);
		List<Row> marked = rows.stream().filter((row) -> this.names.plain(row) == null).toList();
		if (marked.isEmpty()) {
			return null;
		}
		Set<Name> others = plainNames(rows);
		others.addAll(taken.among(entityManager, marked.stream().map(this.names::marked).toList()));
		return marked.stream().filter((row) -> name.equals(markedName(row, others))).findFirst().orElse(null);
	}

	/**
	 * Whether the name stood for several rows, or for one that somebody may not see, when
	 * it was last looked up.
	 */
	boolean isRemembered(Scope scope, Name name) {
		String text = RowNames.text(name.value());
		return text != null && this.shared.contains(scope, text) || this.hidden.contains(scope, name.value());
	}

	/**
	 * Returns the given names that rows have.
	 */
	Set<Name> named(EntityManager entityManager, Scope scope, Collection<Name> names) {
		Set<Name> found = new HashSet<>();
		List<String> texts = new ArrayList<>();
		for (Name name : names) {
			RowNames.Meaning meaning = this.names.meaning(name);
			String text = meaning.text();
			if (meaning.id() != null || meaning.rival() != null || meaning.hashed()) {
				if (find(entityManager, scope, CallerRights.ALL, name, TakenNames.NONE, false) != null) {
					found.add(name);
				}
			}
			else if (text != null && this.column.canEncode(text)) {
				texts.add(text);
			}
		}
		if (!texts.isEmpty()) {
			// Includes texts that several rows share.
			this.queries.find(entityManager, scope, texts, null)
				.stream()
				.map((row) -> (row.text() != null) ? NameCodec.encode(row.text()) : null)
				.filter(Objects::nonNull)
				.forEach(found::add);
		}
		found.retainAll(names);
		return found;
	}

	/** A text that was once shared remains shared. */
	private List<Row> remembered(Scope scope, List<Row> rows) {
		if (this.shared.isEmpty() && !this.queries.isSharing(scope)) {
			return rows;
		}
		return rows.stream().map((row) -> {
			String text = row.text();
			if (text == null) {
				return row;
			}
			if (row.shared()) {
				this.shared.add(scope, text);
			}
			return this.shared.contains(scope, text) ? row.asShared() : row;
		}).toList();
	}

	/** A name that others have counts as shared with them. */
	private List<Row> beside(EntityManager entityManager, Scope scope, List<Row> rows, TakenNames taken) {
		if (taken == TakenNames.NONE) {
			return rows;
		}
		List<Name> plain = rows.stream().map(this.names::plain).filter(Objects::nonNull).toList();
		Set<Name> others = plain.isEmpty() ? Set.of() : taken.among(entityManager, plain);
		return others.isEmpty() ? rows : remembered(scope, rows.stream().map((row) -> {
			Name name = this.names.plain(row);
			return (name != null && others.contains(name)) ? row.asShared() : row;
		}).toList());
	}

	private @Nullable Row findByScan(EntityManager entityManager, Scope scope, CallerRights rights, Name name,
			TakenNames taken) {
		Object last = null;
		List<Row> rows;
		do {
			rows = remembered(scope,
					this.queries.page(entityManager, scope, CallerRights.ALL, last, this.pageSize, false));
			for (Map.Entry<Name, Row> entry : named(entityManager, scope, rows, taken).entrySet()) {
				if (entry.getKey().equals(name)) {
					Row row = entry.getValue();
					Row measured = this.queries.find(entityManager, row.id(), rights);
					return (measured != null) ? row.asFound(measured) : null;
				}
			}
			last = rows.isEmpty() ? null : rows.get(rows.size() - 1).id();
		}
		while (rows.size() == this.pageSize);
		return null;
	}

	/**
	 * Returns a page of the rows after the id that the caller may read.
	 * @param in the directory for the caller
	 * @param measured whether to measure content without a noted length
	 */
	RowPage page(EntityManager entityManager, RowDirectory in, @Nullable Object lastId, boolean measured) {
		Scope scope = in.scope();
		CallerRights rights = in.rights().get();
		// One row more than the page shows whether there is a next page.
		List<Row> rows = remembered(scope,
				this.queries.page(entityManager, scope, rights, lastId, this.pageSize + 1, measured));
		boolean more = rows.size() > this.pageSize;
		List<Row> page = more ? rows.subList(0, this.pageSize) : rows;
		List<Row> shown = ShownRows.among(entityManager, rights, page, Row::id);
		return new RowPage(named(entityManager, scope, shown, in.taken()),
				more ? page.get(this.pageSize - 1).id() : null);
	}

	/**
	 * Returns the rows with their names. Runs a statement only if a row cannot be named
	 * after its text, or if others are in the same directory.
	 */
	private Map<Name, Row> named(EntityManager entityManager, Scope scope, List<Row> found, TakenNames taken) {
		List<Row> rows = beside(entityManager, scope, found, taken);
		List<Name> wanted = rows.stream()
			.filter((row) -> this.names.plain(row) == null)
			.map(this.names::marked)
			.toList();
		Set<Name> others = wanted.isEmpty() ? Set.of() : taken(entityManager, scope, wanted, taken);
		Map<Name, Row> named = new LinkedHashMap<>();
		for (Row row : rows) {
			Name plain = this.names.plain(row);
			named.put((plain != null) ? plain : markedName(row, others), row);
		}
		return named;
	}

	private Set<Name> taken(EntityManager entityManager, Scope scope, List<Name> wanted, TakenNames taken) {
		List<String> texts = wanted.stream()
			.map((name) -> RowNames.text(name.value()))
			.filter((text) -> text != null && this.column.canEncode(text))
			.collect(Collectors.toList());
		Set<Name> own = texts.isEmpty() ? new HashSet<>()
				: plainNames(remembered(scope, this.queries.find(entityManager, scope, texts, null)));
		own.addAll(taken.among(entityManager, wanted));
		return own;
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
