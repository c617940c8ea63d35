package io.fusemount.data.jpa.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import jakarta.persistence.EntityManager;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.Session;
import org.hibernate.SessionEventListener;
import org.jspecify.annotations.Nullable;

/**
 * The attempts to do some work. Pools give out connections that were used a moment ago
 * without a look at them, and a database that has been started again, or has failed over,
 * has ended them all. That is none of the program's business as long as nothing has been
 * done: the work is done with another connection, for which the pool waits if it must.
 */
final class Attempts implements SessionEventListener {

	private static final Log logger = LogFactory.getLog(Attempts.class);

	private static final int MOST = 3;

	/**
	 * After that, HikariCP looks at each connection: it believes those that were used
	 * within half a second.
	 */
	private static final Duration PAUSE = Duration.ofMillis(600);

	private final boolean changing;

	private final BooleanSupplier untouched;

	private int failed;

	private int statements;

	/** Whether the work itself is done, and what comes is its commit. */
	private boolean done;

	private boolean dead;

	private Attempts(boolean changing, BooleanSupplier untouched) {
		this.changing = changing;
		this.untouched = untouched;
	}

	/**
	 * Returns those of work that only reads.
	 * @param untouched whether nothing of what it has read has been handed over yet
	 */
	static Attempts toRead(BooleanSupplier untouched) {
		return new Attempts(false, untouched);
	}

	/**
	 * Returns those of work that changes something. It is done again only if its first
	 * statement has failed: what the application does besides may count.
	 * @param untouched whether nothing has been taken of what it stores, if it can be
	 * taken only once
	 */
	static Attempts toChange(BooleanSupplier untouched) {
		return new Attempts(true, untouched);
	}

	/**
	 * Does the work in the transaction that has just begun.
	 */
	<T> @Nullable T work(EntityManager entityManager, Connection connection,
			Function<EntityManager, @Nullable T> work) {
		if (this.changing) {
			entityManager.unwrap(Session.class).addEventListeners(this);
		}
		try {
			T result = work.apply(entityManager);
			requireOpen(connection);
			this.done = true;
			return result;
		}
		catch (RuntimeException ex) {
			this.dead = isClosed(connection);
			throw ex;
		}
	}

	/** Takes note that the transaction has failed, or has not even begun. */
	void failed(RuntimeException failure) {
		this.dead |= AvailabilityTranslator.isConnectionLost(new Causes(failure));
	}

	/** Hibernate finds nothing where it could not read: that is no result. */
	private static void requireOpen(Connection connection) {
		if (isClosed(connection)) {
			throw new ErrnoException(Errno.EIO, "The database can not be reached: the connection broke",
					"Check that the database runs and that spring.datasource.* is right", null);
		}
	}

	/** The pool takes away what is of no use any more, the driver closes it. */
	private static boolean isClosed(Connection connection) {
		try {
			return connection.isClosed();
		}
		catch (SQLException ex) {
			return true;
		}
	}

	@Override
	public void jdbcExecuteStatementStart() {
		this.statements++;
	}

	@Override
	public void jdbcExecuteBatchStart() {
		this.statements++;
	}

	/**
	 * Waits until it is worth while to try once more.
	 * @throws ErrnoException the failure, if it is not
	 */
	void awaitNext(ErrnoException failure) {
		this.failed++;
		if (this.failed == MOST || !isWorthAnother(failure)) {
			throw failure;
		}
		logger.info("A connection of the pool was broken; another one is tried: " + failure.getMessage());
		if (this.failed == MOST - 1) {
			BlockingSection.await("waiting for a connection that works", () -> Thread.sleep(PAUSE.toMillis()));
		}
		this.statements = 0;
		this.done = false;
		this.dead = false;
	}

	/** One that was cut has another answer. */
	private boolean isWorthAnother(ErrnoException failure) {
		boolean begun = this.changing && (this.done || this.statements > 1);
		return this.dead && failure.errno() == Errno.EIO && !begun && this.untouched.getAsBoolean();
	}

}
