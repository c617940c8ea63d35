package io.fusemount.data.jpa.database;

import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * A kind of database, and what it does in a way of its own.
 */
public enum DatabaseKind {

	/** Keeps large objects outside of the rows that refer to them. */
	POSTGRESQL,

	/** Differs from MySQL in a few things only. */
	MARIADB,

	/** MySQL, and what speaks its language. */
	MYSQL,

	/** The one of tests and small applications. */
	H2,

	/** Any other, of which no more is expected than of JDBC. */
	OTHER;

	/**
	 * Returns the kind of database that the session factory works with.
	 */
	public static DatabaseKind of(SessionFactoryImplementor sessionFactory) {
		return of(sessionFactory.getJdbcServices().getDialect());
	}

	/**
	 * Returns the kind of database that the dialect is spoken by.
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
	 * Whether each column has a character set of its own, which may not have every
	 * character.
	 */
	public boolean hasColumnCharacterSets() {
		return isLikeMySql();
	}

	/**
	 * Whether the refusal of a value that is there already names the key, and not the
	 * column.
	 */
	public boolean refusesByKey() {
		return isLikeMySql();
	}

	/**
	 * Whether times are cut to microseconds on their way to a column. Others round them.
	 */
	public boolean cutsTimes() {
		return isLikeMySql();
	}

	/**
	 * Whether text may have NUL and unpaired surrogates.
	 */
	public boolean keepsAnyText() {
		return this == H2;
	}

	/**
	 * Whether a row can be updated by what is selected from the same table.
	 */
	public boolean updatesFromSameTable() {
		return this != MYSQL;
	}

	/**
	 * Returns an expression that differs wherever texts do, also those that a collation
	 * takes for equal.
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
	 * Whether a statement that names a column fetches it for each row that it looks at,
	 * whether the value is used or not.
	 */
	public boolean fetchesNamedColumns() {
		return isLikeMySql();
	}

	/**
	 * Whether an index helps with the comparison of rows of values. Others find in it
	 * what the same condition says column by column.
	 */
	public boolean comparesRowsByIndex() {
		return this == POSTGRESQL;
	}

	private boolean isLikeMySql() {
		return this == MARIADB || this == MYSQL;
	}

}
