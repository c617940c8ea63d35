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
 * The attempts to do some work. Pools give out connections that were used a moment ago
 * without a look at them, and a database that has been started again, or has failed over,
 * has ended them all. That is none of the program's business as long as nothing has been
 * done: the work is done with another connection, for which the pool waits if it must.
 */
final class Attempts {

	private static final Log logger = LogFactory.getLog(Attempts.class);

	/** As many connections as small pools have may be broken, one after the other. */
	private static final int MOST = 8;

	/**
	 * After that, HikariCP looks at each connection: it believes those that were used
	 * within half a second.
	 */
	private static final Duration PAUSE = Duration.ofMillis(600);

	private static final int SECONDS_TO_ANSWER = 1;

	/** What is broken shows at once; what has taken longer was waited for. */
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
	 * Returns those of work that only reads.
	 * @param renewal makes it possible to do it again, or says that it is not
	 * @param timeout after how long there is no other attempt
	 */
	static Attempts toRead(BooleanSupplier renewal, Duration timeout) {
		return new Attempts(false, renewal, timeout);
	}

	/**
	 * Returns those of work that changes something. It is done again only if the first
	 * statement that Hibernate has sent has failed: what the application does besides may
	 * count.
	 * @param renewal makes it possible to do it again, or says that it is not
	 * @param timeout after how long there is no other attempt
	 */
	static Attempts toChange(BooleanSupplier renewal, Duration timeout) {
		return new Attempts(true, renewal, timeout);
	}

	/**
	 * Does the work in the transaction that has just begun.
	 * @param connection the connection of that alone, or {@code null} if it is not known;
	 * then the work is not done again
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

	/** Hibernate finds nothing where it could not read: that is no result. */
	private static void requireUnbroken(SessionImplementor session, Connection connection) {
		if (isBroken(session, connection)) {
			throw new ErrnoException(Errno.EIO, "The database cannot be reached: the connection broke",
					"Check that the database runs and that spring.datasource.* is right", null);
		}
	}

	/**
	 * Whether a failure may have come from the connection. What Hibernate has hidden has
	 * no words; what content says that could not be read is about that.
	 */
	private static boolean isLost(RuntimeException failure, boolean atOnce) {
		Causes causes = new Causes(failure);
		if (!(failure instanceof ErrnoException) && causes.has(ErrnoException.class)) {
			return false;
		}
		return causes.has(SQLException.class) ? !AvailabilityTranslator.isSilent(causes) : atOnce;
	}

	/**
	 * The pool takes away what is of no use any more, or the driver closes it. Where
	 * somebody stands before them who does not tell, the connection is asked once
	 * Hibernate has marked the transaction.
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
			logger.debug("Nobody knows whether the connection is broken", ex);
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
			logger.debug("Nobody knows whether the connection is closed", ex);
			return false;
		}
	}

	/**
	 * Takes note that the transaction has failed. Whether it was committed nobody knows,
	 * unless there was nothing to be.
	 */
	void failed(RuntimeException failure) {
		boolean begins = this.state == State.BEGINNING && !(failure instanceof ErrnoException);
		if (begins || (this.state == State.ENDING && !this.changing)) {
			this.lost = AvailabilityTranslator.isConnectionLost(new Causes(failure));
		}
	}

	/**
	 * Whether the work would be done again after a failure.
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
	 * Waits until it is worth while to try once more.
	 * @throws ErrnoException the failure, if it is not
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

	/** How far an attempt is. */
	private enum State {

		BEGINNING, WORKING, ENDING

	}

}
