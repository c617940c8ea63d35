package io.fusemount.data.jpa.mapping;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * A query of what a database says about one of its tables. It runs without a session,
 * which may be a tenant's.
 *
 * @param h2 the statement on H2, with the schema, {@code null} for the current one, and
 * the name as parameters
 * @param postgresql the statement on PostgreSQL, with the table as it is written in SQL
 * as its parameter
 * @param mysql the statement on MariaDB and MySQL, with the parameters of H2
 */
record TableQuery(String h2, String postgresql, String mysql) {

	/**
	 * Returns the rows that the database has for a table, none for a kind of database
	 * that is not queried, or for an expression.
	 * @param table the table, as it is written in SQL
	 * @param more further parameters, as they are written in SQL
	 */
	<T> List<T> select(SessionFactoryImplementor sessionFactory, DatabaseKind database, String table,
			RowReader<T> reader, String... more) throws SQLException {
		if (database == DatabaseKind.OTHER || table.contains("(")) {
			return List.of();
		}
		JdbcConnectionAccess access = sessionFactory.getJdbcServices().getBootstrapJdbcConnectionAccess();
		Connection connection = access.obtainConnection();
		try (PreparedStatement statement = connection.prepareStatement(sql(database))) {
			List<@Nullable String> parameters = parameters(database, table);
			for (String parameter : more) {
				parameters.add(unquoted(parameter));
			}
			for (int i = 0; i < parameters.size(); i++) {
				statement.setString(i + 1, parameters.get(i));
			}
			List<T> read = new ArrayList<>();
			try (ResultSet row = statement.executeQuery()) {
				while (row.next()) {
					read.add(reader.read(row));
				}
			}
			return read;
		}
		finally {
			access.releaseConnection(connection);
		}
	}

	private String sql(DatabaseKind database) {
		return switch (database) {
			case H2 -> this.h2;
			case POSTGRESQL -> this.postgresql;
			default -> this.mysql;
		};
	}

	private static List<@Nullable String> parameters(DatabaseKind database, String table) {
		List<@Nullable String> parameters = new ArrayList<>();
		if (database == DatabaseKind.POSTGRESQL) {
			parameters.add(table);
			return parameters;
		}
		String[] path = unquoted(table).split("\\.");
		parameters.add((path.length > 1) ? path[path.length - 2] : null);
		parameters.add(path[path.length - 1]);
		return parameters;
	}

	private static String unquoted(String name) {
		return name.replaceAll("[`\"]", "");
	}

	/**
	 * Reads one row.
	 *
	 * @param <T> what a row is read as
	 */
	@FunctionalInterface
	interface RowReader<T> {

		T read(ResultSet row) throws SQLException;

	}

}
