package io.fusemount.data.jpa.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import jakarta.persistence.EntityManager;
import org.hibernate.engine.jdbc.spi.JdbcCoordinator;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * A query in SQL for one number, by the statements of a session. Hibernate adds each
 * execution of a native query to its cache of query plans, where nothing finds it again
 * and the application's own plans make room for it.
 */
final class NumberQuery {

	private final String sql;

	/**
	 * Creates the query.
	 * @param sql the statement, with {@code ?} for each value
	 */
	NumberQuery(String sql) {
		this.sql = sql;
	}

	/** Returns the number, 0 in place of null. */
	long execute(EntityManager entityManager, List<?> values) {
		SessionImplementor session = entityManager.unwrap(SessionImplementor.class);
		JdbcCoordinator coordinator = session.getJdbcCoordinator();
		PreparedStatement statement = coordinator.getStatementPreparer().prepareQueryStatement(this.sql, false, null);
		try {
			for (int i = 0; i < values.size(); i++) {
				statement.setObject(i + 1, values.get(i));
			}
			return number(coordinator.getResultSetReturn().extract(statement, this.sql));
		}
		catch (SQLException ex) {
			throw session.getJdbcServices().getSqlExceptionHelper().convert(ex, "A name could not be locked", this.sql);
		}
		finally {
			coordinator.getLogicalConnection().getResourceRegistry().release(statement);
			coordinator.afterStatementExecution();
		}
	}

	private static long number(ResultSet results) throws SQLException {
		if (!results.next()) {
			throw new ErrnoException(Errno.EIO, "The database has answered without a row");
		}
		return results.getLong(1);
	}

}
