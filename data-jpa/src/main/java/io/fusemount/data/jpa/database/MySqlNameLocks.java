package io.fusemount.data.jpa.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import jakarta.persistence.EntityManager;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.engine.spi.SessionImplementor;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * User-level locks of MariaDB and MySQL. They belong to a connection, not to a
 * transaction, and are therefore released after the transaction. The server releases the
 * locks of a connection that breaks.
 */
final class MySqlNameLocks implements NameLocks {

	private static final Log logger = LogFactory.getLog(MySqlNameLocks.class);

	/**
	 * The databases of a server share the locks; a lock's name has at most 64 characters.
	 */
	private static final String LOCK = "md5(concat(coalesce(database(), ''), '/fusemount/', %s))";

	private final int seconds;

	MySqlNameLocks(Duration timeout) {
		this.seconds = (int) Math.max(1, timeout.toSeconds());
	}

	@Override
	public void take(EntityManager entityManager, Collection<String> names) {
		// In a fixed order, which avoids deadlocks.
		List<String> numbers = names.stream()
			.map((name) -> Long.toHexString(NameDigest.number(name)))
			.distinct()
			.sorted()
			.toList();
		Connection connection = entityManager.unwrap(SessionImplementor.class)
			.getJdbcCoordinator()
			.getLogicalConnection()
			.getPhysicalConnection();
		TransactionSynchronizationManager.registerSynchronization(new Release(connection, numbers));
		SessionStatement taking = taking(numbers.size());
		long taken = taking.execute(entityManager, (statement, session) -> {
			int parameter = 1;
			for (String number : numbers) {
				statement.setString(parameter++, number);
				statement.setInt(parameter++, this.seconds);
			}
			return taking.number(statement, session);
		});
		if (taken != 1) {
			throw new ErrnoException(Errno.ETIMEDOUT,
					"Another program has been creating the same name for " + this.seconds + " s");
		}
	}

	/** A lock is waited for only if all locks before it were obtained. */
	private static SessionStatement taking(int count) {
		String lock = "get_lock(" + LOCK.formatted("?") + ", ?)";
		return new SessionStatement("select " + ("case when " + lock + " = 1 then ").repeat(count - 1) + lock
				+ " else 0 end".repeat(count - 1), "A name could not be locked");
	}

	@Override
	public String reach() {
		return ", which all nodes of one server respect";
	}

	/**
	 * Releases the locks after the commit, so that another node finds what was committed.
	 */
	private record Release(Connection connection, List<String> numbers) implements TransactionSynchronization {

		@Override
		public void afterCompletion(int status) {
			String sql = "do " + String.join(", ",
					Collections.nCopies(numbers().size(), "release_lock(" + LOCK.formatted("?") + ")"));
			try (PreparedStatement statement = connection().prepareStatement(sql)) {
				for (int i = 0; i < numbers().size(); i++) {
					statement.setString(i + 1, numbers().get(i));
				}
				statement.execute();
			}
			catch (SQLException ex) {
				abort(ex);
			}
		}

		/** Aborts the connection: the pool must not hand it out with locks. */
		private void abort(SQLException failure) {
			logger.debug("The connection is aborted, so that the server releases the locks of names", failure);
			try {
				connection().abort(Runnable::run);
			}
			catch (SQLException ex) {
				logger.debug("The connection was broken already", ex);
			}
		}

	}

}
