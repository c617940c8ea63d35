package io.fusemount.data.jpa.database;

import java.sql.SQLException;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.postgresql.PGConnection;

/**
 * The process of a PostgreSQL server that serves a session.
 */
final class Backend {

	private Backend() {
	}

	/**
	 * Returns the number of the process, which no statement asks for.
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
