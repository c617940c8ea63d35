package io.fusemount.data.jpa.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import jakarta.persistence.EntityManager;
import org.hibernate.engine.jdbc.spi.JdbcCoordinator;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;

/**
 * A statement in SQL that a session executes, with its time limit and as its own ones are
 * observed. Hibernate adds each execution of a native query to its cache of query plans,
 * where nothing finds it again and the application's own plans make room for it.
 *
 * @param sql the statement
 * @param problem what a failure means, for people
 */
public record SessionStatement(String sql, String problem) {

	/**
	 * Executes the statement.
	 * @param work binds its parameters and executes it
	 */
	public <T> T execute(EntityManager entityManager, Work<T> work) {
		SessionImplementor session = entityManager.unwrap(SessionImplementor.class);
		try {
			return executeWithin(session, work);
		}
		catch (SQLException ex) {
			throw session.getJdbcServices().getSqlExceptionHelper().convert(ex, this.problem, this.sql);
		}
		finally {
			session.getJdbcCoordinator().afterStatementExecution();
		}
	}

	/**
	 * Executes the statement while the session prepares another one.
	 * @param work binds its parameters and executes it
	 */
	public <T> T executeWithin(SharedSessionContractImplementor session, Work<T> work) throws SQLException {
		JdbcCoordinator coordinator = session.getJdbcCoordinator();
		PreparedStatement statement = coordinator.getStatementPreparer().prepareStatement(this.sql);
		try {
			return work.execute(statement, session);
		}
		finally {
			coordinator.getLogicalConnection().getResourceRegistry().release(statement);
		}
	}

	/**
	 * Executes a query whose parameters are bound.
	 * @return the number that it selects, 0 in place of null
	 */
	public long number(PreparedStatement statement, SharedSessionContractImplementor session) throws SQLException {
		ResultSet results = session.getJdbcCoordinator().getResultSetReturn().extract(statement, this.sql);
		if (!results.next()) {
			throw new ErrnoException(Errno.EIO, "The database has answered without a row");
		}
		return results.getLong(1);
	}

	/**
	 * The work with a prepared statement.
	 *
	 * @param <T> the type of its result
	 */
	@FunctionalInterface
	public interface Work<T> {

		/**
		 * Binds the parameters of the statement and executes it.
		 */
		T execute(PreparedStatement statement, SharedSessionContractImplementor session) throws SQLException;

	}

}
