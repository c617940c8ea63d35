package io.fusemount.data.jpa.database;

import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * A kind of database, with its peculiarities.
 */
public enum DatabaseKind {

	/** Stores large objects outside of the rows that refer to them. */
	POSTGRESQL,

	/** Differs from MySQL in a few points only. */
	MARIADB,

	/** MySQL and compatible databases. */
	MYSQL,

	/** The database of tests and small applications. */
	H2,

	/** Any other database, of which only JDBC is expected. */
	OTHER;

	/**
	 * Returns the kind of database of a session factory.
	 */
	public static DatabaseKind of(SessionFactoryImplementor sessionFactory) {
		return of(sessionFactory.getJdbcServices().getDialect());
	}

	/**
	 * Returns the kind of database of a dialect.
	 */
	public static DatabaseKind of(Dialect dialect) {
		if (dialect instanceof PostgreSQLDialect) {
			return POSTGRESQL;
		}
		if (dialect instanceof MySQLDialect) {
			// MariaDB's is derived from MySQL's.
			return (dialect instanceof MariaDBDialect) ? MARIADB : MYSQL;
		}
		return (dialect instanceof H2Dialect) ? H2 : OTHER;
	}

	/**
	 * Whether each column has its own character set, which may lack some characters.
	 */
	public boolean hasColumnCharacterSets() {
		return isLikeMySql();
	}

	/**
	 * Whether the refusal of a duplicate value names the key, not the column.
	 */
	public boolean refusesByKey() {
		return isLikeMySql();
	}

	/**
	 * Whether times are truncated to microseconds on their way to a column. Other
	 * databases round them.
	 */
	public boolean cutsTimes() {
		return isLikeMySql();
	}

	/**
	 * Whether text may contain NUL and unpaired surrogates.
	 */
	public boolean keepsAnyText() {
		return this == H2;
	}

	/**
	 * Whether an update of a row may select from the same table.
	 */
	public boolean updatesFromSameTable() {
		return this != MYSQL;
	}

	/**
	 * Returns an expression that differs for different texts, even those that a collation
	 * considers equal.
	 * @param text the expression of a text
	 */
	public String exactly(String text) {
		return switch (this) {
			case MARIADB, MYSQL -> "function('hex', " + text + ")";
			case POSTGRESQL -> "function('convert_to', " + text + ", 'UTF8')";
			case H2 -> "function('rawtohex', " + text + ")";
			default -> text;
		};
	}

	/**
	 * Whether a statement that names a column fetches it for each row that it examines,
	 * even if the value is not used.
	 */
	public boolean fetchesNamedColumns() {
		return isLikeMySql();
	}

	/**
	 * Whether values are joined by the function {@code concat} alone.
	 */
	public boolean joinsByFunction() {
		return isLikeMySql();
	}

	/**
	 * Whether an index supports the comparison of row values. Other databases use an
	 * index for the same condition column by column.
	 */
	public boolean comparesRowsByIndex() {
		return this == POSTGRESQL;
	}

	private boolean isLikeMySql() {
		return this == MARIADB || this == MYSQL;
	}

}
