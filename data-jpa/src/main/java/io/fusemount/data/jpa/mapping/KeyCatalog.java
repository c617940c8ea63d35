package io.fusemount.data.jpa.mapping;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * The unique keys of tables, as the database itself describes them. A declared constraint
 * need not exist, and an existing one need not be declared.
 * <p>
 * An index on an expression, or on a part of the rows, is left out.
 */
final class KeyCatalog {

	private static final Log logger = LogFactory.getLog(KeyCatalog.class);

	private static final TableQuery QUERY = new TableQuery("""
			select i.index_name, c.column_name, coalesce(i.nulls_distinct, 'YES') = 'YES'
			from information_schema.indexes i join information_schema.index_columns c
				on c.index_schema = i.index_schema and c.index_name = i.index_name
			where i.table_schema = coalesce((select s.schema_name from information_schema.schemata s
					where upper(s.schema_name) = upper(?)), schema())
				and upper(i.table_name) = upper(?) and c.is_unique
			""",
			// The column for nulls exists since version 15.
			"""
					select i.indexrelid, a.attname,
						not coalesce(cast(to_jsonb(i) ->> 'indnullsnotdistinct' as boolean), false)
					from pg_index i cross join unnest(i.indkey) with ordinality as k(attnum, position)
						join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
					where i.indrelid = to_regclass(?) and i.indisunique and i.indisvalid
						and i.indpred is null and i.indexprs is null and k.position <= i.indnkeyatts
					""",
			// A key with an expression does not make a column unique.
			"""
					select s.index_name, s.column_name, true from information_schema.statistics s
					where s.table_schema = coalesce(?, database()) and s.table_name = ? and s.non_unique = 0
						and not exists (select 1 from information_schema.statistics e where e.table_schema = s.table_schema
							and e.table_name = s.table_name and e.index_name = s.index_name and e.column_name is null)
					""");

	private final SessionFactoryImplementor sessionFactory;

	private final DatabaseKind database;

	KeyCatalog(SessionFactoryImplementor sessionFactory, DatabaseKind database) {
		this.sessionFactory = sessionFactory;
		this.database = database;
	}

	/**
	 * Returns the unique keys of a table, none if the database does not describe it: for
	 * a view, or with a kind of database that is not queried.
	 * @param table the table, as it is written in SQL
	 */
	List<UniqueKey> find(String table) {
		Map<String, Set<String>> columns = new HashMap<>();
		Set<String> distinct = new HashSet<>();
		for (Part part : parts(table)) {
			columns.computeIfAbsent(part.key(), (it) -> new HashSet<>()).add(part.column());
			if (part.distinct()) {
				distinct.add(part.key());
			}
		}
		return columns.entrySet()
			.stream()
			.map((key) -> new UniqueKey(key.getValue(), distinct.contains(key.getKey())))
			.toList();
	}

	private List<Part> parts(String table) {
		try {
			return QUERY.select(this.sessionFactory, this.database, table,
					(row) -> new Part(row.getString(1), row.getString(2).toLowerCase(Locale.ROOT), row.getBoolean(3)));
		}
		catch (SQLException ex) {
			logger.warn("The database does not list the unique keys of the table " + table
					+ ", so that those that its entity declares are used", ex);
			return List.of();
		}
	}

	/**
	 * A column of a key.
	 *
	 * @param key the key that contains it
	 * @param column the name of the column
	 * @param distinct whether nulls are distinct in the key
	 */
	private record Part(String key, String column, boolean distinct) {

	}

}
