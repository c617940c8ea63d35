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
 * Lets PostgreSQL itself end the transactions of read-only statements, each with its
 * statement: the commit would be another round trip. Spring and Hibernate continue with
 * the transaction that they have begun, with its time limit and everything that the
 * application has bound to it. The transaction stays as it is if something was already
 * sent to the server in it, such as a setting that lasts as long as the transaction, or
 * if a wrapper of the connection may send something with the first statement.
 */
final class ImplicitTransaction {

	private static final Log logger = LogFactory.getLog(ImplicitTransaction.class);

	/** Only the connections of this driver tell whether something was sent. */
	private static final boolean DRIVER = ClassUtils.isPresent("org.postgresql.core.BaseConnection",
			ImplicitTransaction.class.getClassLoader());

	/** The pool that is known to send nothing of its own. */
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

	/**
	 * Whether nothing was sent: the driver begins a transaction with the first statement.
	 */
	private static boolean isUnused(Connection connection) throws SQLException {
		Connection own = connection.getClass().getName().startsWith(POOL) ? connection.unwrap(Connection.class)
				: connection;
		return own instanceof BaseConnection driver && driver.getTransactionState() == TransactionState.IDLE;
	}

	/** Costs nothing, because no transaction is open. */
	private static void end(Connection connection) {
		try {
			connection.setAutoCommit(false);
		}
		catch (SQLException ex) {
			// The connection is broken, which the commit will report.
			logger.debug("The connection could not be given back as it was", ex);
		}
	}

}
