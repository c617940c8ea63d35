package io.fusemount.data.jpa.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

import org.springframework.util.ClassUtils;

/**
 * Lets PostgreSQL itself end the transactions of statements that only read, each with its
 * statement: the commit would be a round trip of its own. Spring and Hibernate go on with
 * the transaction that they have begun, with its time limit and all that the application
 * has hung on it. Where something has been sent to the server in that already, such as a
 * setting that lasts as long as the transaction, or where somebody stands between who may
 * send that with the first statement, it stays as it is.
 */
final class ImplicitTransaction {

	private static final Log logger = LogFactory.getLog(ImplicitTransaction.class);

	/** Only the connections of this driver tell what has been sent. */
	private static final boolean DRIVER = ClassUtils.isPresent("org.postgresql.core.BaseConnection",
			ImplicitTransaction.class.getClassLoader());

	/** The pool of which it is known that it sends nothing of its own. */
	private static final String POOL = "com.zaxxer.hikari.pool.";

	private ImplicitTransaction() {
	}

	/**
	 * Does work on the connection of a transaction that has just begun.
	 */
	static <T> T around(Connection connection, Supplier<T> work) {
		if (!begin(connection)) {
			return work.get();
		}
		try {
			return work.get();
		}
		finally {
			end(connection);
		}
	}

	private static boolean begin(Connection connection) {
		try {
			if (!DRIVER || connection.getAutoCommit() || !isUnused(connection)) {
				return false;
			}
			connection.setAutoCommit(true);
			return true;
		}
		catch (SQLException ex) {
			logger.debug("The statement gets a transaction of its own", ex);
			return false;
		}
	}

	/** The driver begins a transaction with the first statement. */
	private static boolean isUnused(Connection connection) throws SQLException {
		Connection own = connection.getClass().getName().startsWith(POOL) ? connection.unwrap(Connection.class)
				: connection;
		return own instanceof BaseConnection driver && driver.getTransactionState() == TransactionState.IDLE;
	}

	/** Costs nothing: no transaction is open. */
	private static void end(Connection connection) {
		try {
			connection.setAutoCommit(false);
		}
		catch (SQLException ex) {
			// A connection that is broken: whoever commits hears of it.
			logger.debug("The connection could not be given back as it was", ex);
		}
	}

}
