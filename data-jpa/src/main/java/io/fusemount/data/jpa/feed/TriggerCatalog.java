package io.fusemount.data.jpa.feed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The existing tables, and those whose triggers announce all changes of rows. Logs a
 * warning for each table that does not, or no longer does. Used by one thread.
 */
final class TriggerCatalog {

	/** The bits of {@code pg_trigger.tgtype}: insert, delete, update, truncate. */
	private static final int ALL = 4 | 8 | 16 | 32;

	private static final String TRIGGERS = """
			select n.nspname, c.relname, coalesce(bit_or(t.tgtype::int), 0),
				c.oid || ' ' || coalesce(string_agg(t.oid || ' ' || t.xmin, ' ' order by t.oid), '')
			from pg_class c join pg_namespace n on n.oid = c.relnamespace
				left join (pg_trigger t join pg_proc p on p.oid = t.tgfoid and p.proname = 'fusemount_notify')
					on t.tgrelid = c.oid and t.tgenabled in ('O', 'A')
			where c.oid = to_regclass(?)
			group by n.nspname, c.relname, c.oid
			""";

	private static final Log logger = LogFactory.getLog(TriggerCatalog.class);

	private final List<WatchedTable> tables;

	private final Set<WatchedTable> silent = new HashSet<>();

	/** By the name in the database; several if mappings name a table differently. */
	private Map<TableName, List<WatchedTable>> found = Map.of();

	/**
	 * The identities of the tables and triggers: a trigger that was disabled for a while
	 * gets another one.
	 */
	private List<String> identities = List.of();

	TriggerCatalog(List<WatchedTable> tables) {
		this.tables = tables;
	}

	/** Returns the tables to watch. */
	List<WatchedTable> tables() {
		return this.tables;
	}

	/** Returns the watched tables with a name. */
	List<WatchedTable> tables(TableName name) {
		return this.found.getOrDefault(name, List.of());
	}

	/** Whether all tables existed and announced all changes of their rows. */
	boolean isComplete() {
		return this.silent.isEmpty();
	}

	/**
	 * Reads the tables and triggers of the database.
	 * @return whether these have changed since the last time
	 */
	boolean read(Connection connection) throws SQLException {
		Map<TableName, List<WatchedTable>> found = new HashMap<>();
		List<String> identities = new ArrayList<>();
		try (PreparedStatement statement = connection.prepareStatement(TRIGGERS)) {
			for (WatchedTable table : this.tables) {
				statement.setString(1, table.expression());
				try (ResultSet row = statement.executeQuery()) {
					if (!row.next()) {
						warn(table, "the connection of the change feed does not find the table",
								"Set fusemount.change-feed.postgresql.url to that of its database, with its schema "
										+ "(currentSchema)");
						continue;
					}
					found.computeIfAbsent(new TableName(row.getString(1), row.getString(2)), (key) -> new ArrayList<>())
						.add(table);
					identities.add(row.getString(4));
					if ((row.getInt(3) & ALL) != ALL) {
						warn(table, "its triggers are missing, or not enabled", "As its owner, run once: select "
								+ watch(table) + "; (docs/DATABASES.md#change-feed has the functions)");
					}
					else {
						this.silent.remove(table);
					}
				}
			}
		}
		this.found = found;
		boolean changed = !identities.equals(this.identities);
		this.identities = identities;
		return changed;
	}

	private static String watch(WatchedTable table) {
		return "fusemount_watch('" + table.expression() + "', "
				+ table.keyColumns().stream().map((column) -> "'" + column + "'").collect(Collectors.joining(", "))
				+ ")";
	}

	private void warn(WatchedTable table, String problem, String fix) {
		if (this.silent.add(table)) {
			logger.warn("Changes by others in " + table.expression()
					+ " are seen after fusemount.cache.time-to-live, and no earlier: " + problem + ". " + fix);
		}
	}

}
