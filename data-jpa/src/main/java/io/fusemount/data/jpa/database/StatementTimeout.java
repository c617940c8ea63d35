package io.fusemount.data.jpa.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The time limit that PostgreSQL itself applies to each statement of a transaction.
 */
final class StatementTimeout {

	/** By the connection itself: each upload needs it, and no entity is involved. */
	private static final String SQL = "select set_config('statement_timeout', ?, true)";

	private StatementTimeout() {
	}

	/**
	 * Sets the time limit until the end of the transaction.
	 */
	static void set(Connection connection, int seconds) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(SQL)) {
			statement.setString(1, Long.toString(seconds * 1000L));
			statement.executeQuery();
		}
	}

}
