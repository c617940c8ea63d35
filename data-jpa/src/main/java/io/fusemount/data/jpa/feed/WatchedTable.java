package io.fusemount.data.jpa.feed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.tree.KeyedRows;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.metamodel.mapping.TableDetails;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows are files or directories, or determine where some are.
 */
final class WatchedTable {

	private final String expression;

	private final List<String> keyColumns = new ArrayList<>();

	/**
	 * The files and directories of its rows, with its key columns by those of the
	 * entity's id.
	 */
	private final Map<KeyedRows, Map<String, String>> rows = new LinkedHashMap<>();

	private boolean deciding;

	private WatchedTable(TableDetails table) {
		this.expression = table.getTableName();
		table.getKeyDetails().forEachKeyColumn((position, column) -> this.keyColumns.add(stored(column)));
	}

	/**
	 * Returns the tables on PostgreSQL of everything that is mounted.
	 * @param deciding the entities that determine where rows of others are
	 */
	static List<WatchedTable> of(List<KeyedRows> rows, Set<EntityPersister> deciding) {
		Map<String, WatchedTable> tables = new LinkedHashMap<>();
		rows.forEach(
				(each) -> forEachTable(tables, each.row().persister(), (watched, table) -> watched.add(each, table)));
		deciding.forEach((entity) -> forEachTable(tables, entity, (watched, table) -> watched.deciding = true));
		return List.copyOf(tables.values());
	}

	private static void forEachTable(Map<String, WatchedTable> tables, EntityPersister entity,
			BiConsumer<WatchedTable, TableDetails> action) {
		if (DatabaseKind.of(entity.getFactory()) == DatabaseKind.POSTGRESQL) {
			entity.forEachTableDetails((table) -> {
				if (!isQuery(table.getTableName())) {
					action.accept(tables.computeIfAbsent(table.getTableName(), (name) -> new WatchedTable(table)),
							table);
				}
			});
		}
	}

	/** Whether an expression is a query instead of a table. */
	static boolean isQuery(String expression) {
		return expression.contains("(");
	}

	private void add(KeyedRows each, TableDetails table) {
		TableDetails identifiers = each.row().persister().getIdentifierTableDetails();
		Map<String, String> columns = new LinkedHashMap<>();
		identifiers.getKeyDetails()
			.forEachKeyColumn((position, column) -> columns.put(column.getSelectionExpression(),
					stored(table.getKeyDetails().getKeyColumn(position))));
		this.rows.put(each, columns);
	}

	/** Returns the name of a column, as the database itself stores it. */
	private static String stored(SelectableMapping column) {
		String expression = column.getSelectionExpression();
		return expression.startsWith("\"") ? expression.substring(1, expression.length() - 1)
				: expression.toLowerCase(Locale.ROOT);
	}

	/** Returns tables, as they are written in SQL. */
	static List<String> expressions(List<WatchedTable> tables) {
		return tables.stream().map(WatchedTable::expression).toList();
	}

	/** Returns the table, as it is written in SQL. */
	String expression() {
		return this.expression;
	}

	/** Returns the columns that identify its rows. */
	List<String> keyColumns() {
		return this.keyColumns;
	}

	/** Whether a change of a row may concern any number of files and directories. */
	boolean isDeciding() {
		return this.deciding;
	}

	/** Returns the files and directories that its rows are. */
	Iterable<KeyedRows> rows() {
		return this.rows.keySet();
	}

	/**
	 * Returns the id of the row with the key, or {@code null} if the key identifies none.
	 */
	@Nullable Object id(KeyedRows each, Map<String, String> key) {
		Map<String, String> columns = this.rows.getOrDefault(each, Map.of());
		UnaryOperator<@Nullable String> texts = (column) -> {
			String stored = columns.get(column);
			return (stored != null) ? key.get(stored) : null;
		};
		return each.row().id().ofColumns(texts);
	}

}
