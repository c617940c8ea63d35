package io.fusemount.data.jpa.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The time limit that PostgreSQL itself sets to each statement of a transaction.
 */
final class StatementTimeout {

	/** By the connection itself: each upload asks, and no entity has to do with it. */
	private static final String SQL = "select set_config('statement_timeout', ?, true)";

	private StatementTimeout() {
	}

	/**
	 * Sets it until the transaction ends.
	 */
	static void set(Connection connection, int seconds) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(SQL)) {
			statement.setString(1, Long.toString(seconds * 1000L));
			statement.executeQuery();
		}
	}

}
