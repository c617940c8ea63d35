package io.fusemount.data.jpa.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.CauseText;
import io.fusemount.core.limit.BlockingSection;
import jakarta.persistence.EntityManager;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.Transaction;
import org.hibernate.engine.spi.SessionImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The attempts to do some work. Pools hand out connections that were used a moment ago
 * without checking them, and a restart or failover of the database has broken them all.
 * Programs need not notice as long as nothing has been done: the work is repeated with
 * another connection, for which the pool waits if necessary.
 */
final class Attempts {

	private static final Log logger = LogFactory.getLog(Attempts.class);

	/** As many connections as a small pool has may be broken in a row. */
	private static final int MOST = 8;

	/**
	 * After this pause, HikariCP checks each connection: it trusts those that were used
	 * within half a second.
	 */
	private static final Duration PAUSE = Duration.ofMillis(600);

	private static final int SECONDS_TO_ANSWER = 1;

	/** A broken connection fails within this time; anything longer was a wait. */
	private static final Duration AT_ONCE = Duration.ofSeconds(1);

	private final boolean changing;

	private final BooleanSupplier renewal;

	private final long end;

	private int failed;

	private State state = State.BEGINNING;

	private @Nullable StatementWatch statements;

	private boolean lost;

	private Attempts(boolean changing, BooleanSupplier renewal, Duration timeout) {
		this.changing = changing;
		this.renewal = renewal;
		this.end = System.nanoTime() + timeout.toNanos();
	}

	/**
	 * Returns the attempts to do work that only reads.
	 * @param renewal prepares another attempt, or returns false if there can be none
	 * @param timeout the time after which there is no other attempt
	 */
	static Attempts toRead(BooleanSupplier renewal, Duration timeout) {
		return new Attempts(false, renewal, timeout);
	}

	/**
	 * Returns the attempts to do work that changes something. It is repeated only if the
	 * first statement that Hibernate sent has failed: other work of the application may
	 * have effects.
	 * @param renewal prepares another attempt, or returns false if there can be none
	 * @param timeout the time after which there is no other attempt
	 */
	static Attempts toChange(BooleanSupplier renewal, Duration timeout) {
		return new Attempts(true, renewal, timeout);
	}

	/**
	 * Does the work in the transaction that has just begun.
	 * @param connection the connection of this transaction alone, or {@code null} if it
	 * is not known, in which case the work is not repeated
	 */
	<T> @Nullable T work(EntityManager entityManager, @Nullable Connection connection,
			Function<EntityManager, @Nullable T> work) {
		this.state = State.WORKING;
		if (connection == null) {
			return work.apply(entityManager);
		}
		SessionImplementor session = entityManager.unwrap(SessionImplementor.class);
		if (this.changing) {
			this.statements = new StatementWatch(() -> isClosed(connection));
			session.addEventListeners(this.statements);
		}
		long begin = System.nanoTime();
		try {
			T result = work.apply(entityManager);
			requireUnbroken(session, connection);
			this.state = State.ENDING;
			return result;
		}
		catch (RuntimeException ex) {
			boolean atOnce = System.nanoTime() - begin < AT_ONCE.toNanos();
			this.lost = isLost(ex, atOnce) && isBroken(session, connection);
			throw ex;
		}
		finally {
			if (this.statements != null) {
				this.statements.stop();
			}
		}
	}

	/** Where Hibernate could not read, it finds nothing, which is not a result. */
	private static void requireUnbroken(SessionImplementor session, Connection connection) {
		if (isBroken(session, connection)) {
			throw new ErrnoException(Errno.EIO, "The database cannot be reached: the connection broke",
					"Check that the database runs and that spring.datasource.* is right", null);
		}
	}

	/**
	 * Whether a failure may come from the connection. Failures that Hibernate hides have
	 * no SQL exception; a wrapped errno is about content that could not be read.
	 */
	private static boolean isLost(RuntimeException failure, boolean atOnce) {
		Causes causes = new Causes(failure);
		if (!(failure instanceof ErrnoException) && causes.has(ErrnoException.class)) {
			return false;
		}
		return causes.has(SQLException.class) ? !AvailabilityTranslator.isSilent(causes) : atOnce;
	}

	/**
	 * Whether the connection is unusable: the pool evicts it, or the driver closes it. If
	 * a wrapper hides that, the connection is asked once Hibernate has marked the
	 * transaction for rollback.
	 */
	private static boolean isBroken(SessionImplementor session, Connection connection) {
		if (isClosed(connection)) {
			return true;
		}
		try {
			Transaction transaction = session.accessTransaction();
			return transaction.isActive() && transaction.getRollbackOnly() && !connection.isValid(SECONDS_TO_ANSWER);
		}
		catch (SQLException ex) {
			return true;
		}
		catch (RuntimeException | LinkageError ex) {
			logger.debug("It is unknown whether the connection is broken", ex);
			return false;
		}
	}

	private static boolean isClosed(Connection connection) {
		try {
			return connection.isClosed();
		}
		catch (SQLException ex) {
			return true;
		}
		catch (RuntimeException | LinkageError ex) {
			logger.debug("It is unknown whether the connection is closed", ex);
			return false;
		}
	}

	/**
	 * Records that the transaction has failed. Whether it was committed is unknown,
	 * unless there was nothing to commit.
	 */
	void failed(RuntimeException failure) {
		boolean begins = this.state == State.BEGINNING && !(failure instanceof ErrnoException);
		if (begins || (this.state == State.ENDING && !this.changing)) {
			this.lost = AvailabilityTranslator.isConnectionLost(new Causes(failure));
		}
	}

	/**
	 * Whether the work would be repeated after a failure.
	 */
	boolean isWorthAnother(ErrnoException failure) {
		boolean done = this.changing && (this.state == State.ENDING || hasPassed());
		return this.lost && !done && failure.errno() == Errno.EIO && this.failed < MOST - 1
				&& System.nanoTime() - this.end < 0;
	}

	private boolean hasPassed() {
		return this.statements != null && this.statements.hasPassed();
	}

	/**
	 * Waits until another attempt is worthwhile.
	 * @throws ErrnoException the failure, if there is no other attempt
	 */
	void awaitNext(ErrnoException failure) {
		if (!isWorthAnother(failure) || !this.renewal.getAsBoolean()) {
			throw failure;
		}
		logger.info("A connection of the pool was broken; another one is tried: " + CauseText.of(failure));
		this.failed++;
		if (this.failed > 1) {
			BlockingSection.await("waiting for a connection that works", () -> Thread.sleep(PAUSE.toMillis()));
		}
		this.state = State.BEGINNING;
		this.statements = null;
		this.lost = false;
	}

	/** The progress of an attempt. */
	private enum State {

		BEGINNING, WORKING, ENDING

	}

}
