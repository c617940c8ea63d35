package io.fusemount.data.jpa.mapping;

import java.nio.charset.Charset;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.SelectableMapping;

/**
 * Properties of columns of MariaDB and MySQL only: each column has a character set of its
 * own, and refusals name a key instead of the column.
 */
final class MySqlCatalog {

	private static final TableQuery CHARACTER_SET = query("select character_set_name from information_schema.columns "
			+ "where table_schema = coalesce(?, database()) and table_name = ? and column_name = ?");

	private static final TableQuery UNIQUE_KEYS = query("select index_name from information_schema.statistics "
			+ "where table_schema = coalesce(?, database()) and table_name = ? and column_name = ? and non_unique = 0");

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

	private List<String> select(TableQuery query, SelectableMapping column) {
		String table = column.getContainingTableExpression();
		try {
			return query
				.select(this.sessionFactory, DatabaseKind.MYSQL, table, (row) -> Optional.ofNullable(row.getString(1)),
						column.getSelectionExpression())
				.stream()
				.flatMap(Optional::stream)
				.toList();
		}
		catch (SQLException ex) {
			throw new IllegalStateException("The database does not describe the table " + table, ex);
		}
	}

	private static TableQuery query(String sql) {
		return new TableQuery("", "", sql);
	}

}
