package io.fusemount.data.jpa.mapping;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The unique keys of tables, as the database itself describes them. A declared constraint
 * need not exist, and an existing one need not be declared.
 * <p>
 * An index on an expression, or on a part of the rows, is left out.
 */
final class KeyCatalog {

	private static final Log logger = LogFactory.getLog(KeyCatalog.class);

	private static final String H2 = """
			select i.index_name, c.column_name, coalesce(i.nulls_distinct, 'YES') = 'YES'
			from information_schema.indexes i join information_schema.index_columns c
				on c.index_schema = i.index_schema and c.index_name = i.index_name
			where i.table_schema = coalesce((select s.schema_name from information_schema.schemata s
					where upper(s.schema_name) = upper(?)), schema())
				and upper(i.table_name) = upper(?) and c.is_unique
			""";

	/** The column for nulls exists since version 15. */
	private static final String POSTGRESQL = """
			select i.indexrelid, a.attname,
				not coalesce(cast(to_jsonb(i) ->> 'indnullsnotdistinct' as boolean), false)
			from pg_index i cross join unnest(i.indkey) with ordinality as k(attnum, position)
				join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
			where i.indrelid = to_regclass(?) and i.indisunique and i.indisvalid
				and i.indpred is null and i.indexprs is null and k.position <= i.indnkeyatts
			""";

	/** A key with an expression does not make a column unique. */
	private static final String MYSQL = """
			select s.index_name, s.column_name, true from information_schema.statistics s
			where s.table_schema = coalesce(?, database()) and s.table_name = ? and s.non_unique = 0
				and not exists (select 1 from information_schema.statistics e where e.table_schema = s.table_schema
					and e.table_name = s.table_name and e.index_name = s.index_name and e.column_name is null)
			""";

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
		if (table.contains("(")) {
			return List.of();
		}
		String[] path = table.replaceAll("[`\"]", "").split("\\.");
		String schema = (path.length > 1) ? path[path.length - 2] : null;
		String name = path[path.length - 1];
		return switch (this.database) {
			case H2 -> select(H2, schema, name);
			case POSTGRESQL -> select(POSTGRESQL, table);
			case MARIADB, MYSQL -> select(MYSQL, schema, name);
			case OTHER -> List.of();
		};
	}

	/** Selects without a session, which may be a tenant's. */
	private List<UniqueKey> select(String sql, @Nullable String... parameters) {
		JdbcConnectionAccess access = this.sessionFactory.getJdbcServices().getBootstrapJdbcConnectionAccess();
		try {
			Connection connection = access.obtainConnection();
			try {
				return select(connection, sql, parameters);
			}
			finally {
				access.releaseConnection(connection);
			}
		}
		catch (SQLException ex) {
			logger.warn("The database does not list the unique keys of the table " + parameters[parameters.length - 1]
					+ ", so that those that its entity declares are used", ex);
			return List.of();
		}
	}

	private static List<UniqueKey> select(Connection connection, String sql, @Nullable String... parameters)
			throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			for (int i = 0; i < parameters.length; i++) {
				statement.setString(i + 1, parameters[i]);
			}
			Map<String, Set<String>> columns = new HashMap<>();
			Set<String> distinct = new HashSet<>();
			try (ResultSet rows = statement.executeQuery()) {
				while (rows.next()) {
					String key = rows.getString(1);
					columns.computeIfAbsent(key, (it) -> new HashSet<>())
						.add(rows.getString(2).toLowerCase(Locale.ROOT));
					if (rows.getBoolean(3)) {
						distinct.add(key);
					}
				}
			}
			return columns.entrySet()
				.stream()
				.map((key) -> new UniqueKey(key.getValue(), distinct.contains(key.getKey())))
				.toList();
		}
	}

}
