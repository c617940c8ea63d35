package io.fusemount.data.jpa.mapping;

import java.nio.charset.Charset;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.jspecify.annotations.Nullable;

/**
 * Properties of columns of MariaDB and MySQL only: each column has a character set of its
 * own, and refusals name a key instead of the column.
 */
final class MySqlCatalog {

	private static final String CHARACTER_SET = "select character_set_name from information_schema.columns "
			+ "where table_schema = coalesce(?, database()) and table_name = ? and column_name = ?";

	private static final String UNIQUE_KEYS = "select index_name from information_schema.statistics "
			+ "where table_schema = coalesce(?, database()) and table_name = ? and column_name = ? and non_unique = 0";

	private final SessionFactoryImplementor sessionFactory;

	MySqlCatalog(SessionFactoryImplementor sessionFactory) {
		this.sessionFactory = sessionFactory;
	}

	/** Returns the names of the unique keys that contain the column. */
	List<String> uniqueKeys(SelectableMapping column) {
		return select(UNIQUE_KEYS, column);
	}

	/** Returns a predicate that accepts texts of characters in the column's set only. */
	Predicate<String> characters(SelectableMapping column) {
		String set = select(CHARACTER_SET, column).stream().findFirst().orElse("utf8mb4");
		if (set.equals("utf8") || set.equals("utf8mb3") || set.equals("ucs2")) {
			return (text) -> text.codePoints().allMatch(Character::isBmpCodePoint);
		}
		// The latin1 of both databases has the euro sign.
		String name = set.equals("latin1") ? "windows-1252" : set;
		if (set.startsWith("utf") || !Charset.isSupported(name)) {
			return (text) -> true;
		}
		Charset charset = Charset.forName(name);
		return (text) -> charset.newEncoder().canEncode(text);
	}

	private List<String> select(String sql, SelectableMapping column) {
		String[] table = column.getContainingTableExpression().replaceAll("[`\"]", "").split("\\.");
		try (StatelessSession session = this.sessionFactory.openStatelessSession()) {
			return session.doReturningWork(
					(connection) -> select(connection, sql, (table.length > 1) ? table[table.length - 2] : null,
							table[table.length - 1], column.getSelectionExpression().replaceAll("[`\"]", "")));
		}
	}

	private static List<String> select(Connection connection, String sql, @Nullable String... parameters)
			throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			for (int i = 0; i < parameters.length; i++) {
				statement.setString(i + 1, parameters[i]);
			}
			List<String> values = new ArrayList<>();
			try (ResultSet rows = statement.executeQuery()) {
				while (rows.next()) {
					String value = rows.getString(1);
					if (value != null) {
						values.add(value);
					}
				}
			}
			return values;
		}
	}

}
