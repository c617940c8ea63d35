package io.fusemount.data.jpa.directory;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.scope.CallerRights;
import jakarta.persistence.EntityManager;

/**
 * The rows that their repository itself shows to a caller, of those that statements have
 * found.
 */
final class ShownRows {

	private ShownRows() {
	}

	/** Looks for rows. Their repository may read what needs a transaction. */
	static <T> T look(DatabaseAccess access, RowRights rights, Function<EntityManager, T> work) {
		return rights.asked().areNone() ? access.look(work) : access.read(work);
	}

	/** Returns those that are shown. */
	static <T> List<T> among(EntityManager entityManager, CallerRights rights, List<T> rows, Function<T, Object> id) {
		if (rights.asked().areNone()) {
			return rows;
		}
		Set<Object> shown = rights.asked().among(entityManager, rows.stream().map(id).toList());
		return rows.stream().filter((row) -> shown.contains(id.apply(row))).toList();
	}

	/** Returns the rows, of which those that are not shown are hidden. */
	static List<Row> marked(EntityManager entityManager, CallerRights rights, List<Row> rows) {
		if (rights.asked().areNone()) {
			return rows;
		}
		Set<Object> shown = rights.asked()
			.among(entityManager, rows.stream().filter((row) -> row.right() != RowRight.HIDDEN).map(Row::id).toList());
		return rows.stream().map((row) -> shown.contains(row.id()) ? row : row.asHidden()).toList();
	}

}
