package io.fusemount.data.jpa.database;

import java.sql.SQLException;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.postgresql.PGConnection;

/**
 * The server process of PostgreSQL that serves a session.
 */
final class Backend {

	private Backend() {
	}

	/**
	 * Returns the number of the process, without a statement.
	 * @throws SQLException if a wrapper hides the driver
	 */
	static int of(SharedSessionContractImplementor session) throws SQLException {
		return session.getJdbcCoordinator()
			.getLogicalConnection()
			.getPhysicalConnection()
			.unwrap(PGConnection.class)
			.getBackendPID();
	}

}
