package io.fusemount.data.jpa.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import jakarta.persistence.EntityManager;
import org.hibernate.Session;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The longest that the driver waits for an answer within a transaction. A time limit of
 * the transaction is kept by the server, and one that is stopped, or cut off without a
 * word, keeps none: drivers wait for it for ever.
 */
final class AnswerLimit {

	/** So that a server that does keep time limits is the one to end the statement. */
	private static final Duration ALLOWANCE = Duration.ofSeconds(2);

	private final int millis;

	/**
	 * Creates the limit.
	 * @param timeout how long a transaction may take
	 */
	AnswerLimit(Duration timeout) {
		this.millis = (int) Math.min(Integer.MAX_VALUE, timeout.plus(ALLOWANCE).toMillis());
	}

	/** Applies until the end of the transaction, of which this is the beginning. */
	void apply(EntityManager entityManager) {
		entityManager.unwrap(Session.class).doWork((connection) -> {
			try {
				limit(connection);
			}
			catch (SQLException ex) {
				// Of a driver that can not, or a connection that says so itself.
			}
		});
	}

	private void limit(Connection connection) throws SQLException {
		int before = connection.getNetworkTimeout();
		if (before > 0 && before < this.millis) {
			return;
		}
		connection.setNetworkTimeout(Runnable::run, this.millis);
		// Not every connection pool does that by itself.
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCompletion(int status) {
				try {
					connection.setNetworkTimeout(Runnable::run, before);
				}
				catch (SQLException ex) {
					// It is closed, and nobody else gets it.
				}
			}

		});
	}

}
