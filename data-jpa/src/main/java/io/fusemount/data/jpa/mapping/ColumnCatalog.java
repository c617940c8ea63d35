package io.fusemount.data.jpa.mapping;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.jspecify.annotations.Nullable;

/**
 * The database's own description of columns. Tables may be older than mappings, and a
 * mapping need not declare everything about its columns.
 */
public final class ColumnCatalog {

	private static final Log logger = LogFactory.getLog(ColumnCatalog.class);

	private static final TableQuery QUERY = new TableQuery(
			// H2 checks for nulls before it calls a trigger.
			"""
					select c.column_name, c.data_type, c.character_maximum_length, c.data_type in ('CHARACTER', 'BINARY'), false,
						c.is_nullable = 'YES',
						c.column_default is not null or c.is_generated <> 'NEVER' or c.is_identity = 'YES',
						c.is_nullable = 'YES' and exists (select 1 from information_schema.triggers t
							where t.event_object_schema = c.table_schema and t.event_object_table = c.table_name
								and t.event_manipulation like '%INSERT%'), c.datetime_precision
					from information_schema.columns c
					where c.table_schema = coalesce((select s.schema_name from information_schema.schemata s
							where upper(s.schema_name) = upper(?)), schema())
						and upper(c.table_name) = upper(?)
					""",
			"""
					select c.column_name, c.data_type, c.character_maximum_length, c.data_type = 'character', false, c.is_nullable = 'YES',
						c.column_default is not null or c.is_generated <> 'NEVER' or c.is_identity = 'YES',
						exists (select 1 from pg_trigger t where t.tgrelid = r.oid and not t.tgisinternal
							and t.tgtype & 4 <> 0), c.datetime_precision
					from pg_class r join pg_namespace n on n.oid = r.relnamespace
						join information_schema.columns c on c.table_schema = n.nspname and c.table_name = r.relname
					where r.oid = to_regclass(?)
					""",
			"""
					select c.column_name, c.data_type, c.character_maximum_length,
						c.data_type = 'binary' or (c.data_type = 'char' and @@sql_mode like '%PAD_CHAR_TO_FULL_LENGTH%'),
						c.data_type = 'char', c.is_nullable = 'YES',
						(c.column_default is not null and c.column_default <> 'NULL')
							or c.extra like '%GENERATED%' or c.extra like '%auto_increment%',
						exists (select 1 from information_schema.triggers t where t.event_object_schema = c.table_schema
							and t.event_object_table = c.table_name and t.event_manipulation = 'INSERT'),
						c.datetime_precision
					from information_schema.columns c
					where c.table_schema = coalesce(?, database()) and c.table_name = ?
					""");

	private final SessionFactoryImplementor sessionFactory;

	private final DatabaseKind database;

	/**
	 * Read by one statement for each table: one for each column would delay the start.
	 */
	private final Map<String, Map<String, StoredColumn>> tables = new HashMap<>();

	public ColumnCatalog(SessionFactoryImplementor sessionFactory, DatabaseKind database) {
		this.sessionFactory = sessionFactory;
		this.database = database;
	}

	/**
	 * Returns the description of the column, or {@code null} if there is none, as for a
	 * formula or with a kind of database that is not queried.
	 */
	public @Nullable StoredColumn find(SelectableMapping column) {
		String table = column.getContainingTableExpression();
		if (column.isFormula()) {
			return null;
		}
		return this.tables.computeIfAbsent(table, this::columns).get(key(column.getSelectionExpression()));
	}

	/**
	 * Returns the key of a column. Only quoted names of PostgreSQL are case-sensitive.
	 */
	private String key(String expression) {
		String plain = expression.replaceAll("[`\"]", "");
		return (this.database == DatabaseKind.POSTGRESQL && expression.startsWith("\"")) ? plain
				: plain.toLowerCase(Locale.ROOT);
	}

	private Map<String, StoredColumn> columns(String table) {
		Map<String, StoredColumn> columns = new HashMap<>();
		try {
			QUERY.select(this.sessionFactory, this.database, table, (row) -> Map.entry(row.getString(1), column(row)))
				.forEach((column) -> columns.putIfAbsent(stored(column.getKey()), column.getValue()));
		}
		catch (SQLException ex) {
			logger.warn("The database does not describe the table " + table
					+ ", so that the entity's mapping is used instead", ex);
		}
		return columns;
	}

	private String stored(String name) {
		return (this.database == DatabaseKind.POSTGRESQL) ? name : name.toLowerCase(Locale.ROOT);
	}

	private static StoredColumn column(ResultSet row) throws SQLException {
		long length = row.getLong(3);
		long limit = row.wasNull() ? Long.MAX_VALUE : length;
		return new StoredColumn(row.getString(2).toLowerCase(Locale.ROOT), limit, row.getBoolean(4), row.getBoolean(5),
				row.getBoolean(6), row.getBoolean(7), row.getBoolean(8), fraction(row));
	}

	private static @Nullable Integer fraction(ResultSet row) throws SQLException {
		int digits = row.getInt(9);
		return row.wasNull() ? null : digits;
	}

}
