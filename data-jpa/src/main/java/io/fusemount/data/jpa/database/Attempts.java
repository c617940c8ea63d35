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

	private static final long serialVersionUID = 1L;

	private static final Log logger = LogFactory.getLog(Attempts.class);

	private static final int MOST = 3;

	/**
	 * After that, HikariCP looks at each connection: it believes those that were used
	 * within half a second.
	 */
	private static final Duration PAUSE = Duration.ofMillis(600);

	private static final int SECONDS_TO_ANSWER = 1;

	private final boolean changing;

	private final transient BooleanSupplier renewal;

	private final long end;

	private int failed;

	/** Whether a statement has been sent, and whether it has not failed. */
	private boolean sent;

	private boolean passed;

	private State state = State.BEGINNING;

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
	 * Returns those of work that changes something. It is done again only if its first
	 * statement has failed: what the application does besides may count.
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
		if (this.changing) {
			entityManager.unwrap(Session.class).addEventListeners(this);
		}
		try {
			T result = work.apply(entityManager);
			requireOpen(connection);
			this.state = State.ENDING;
			return result;
		}
		catch (RuntimeException ex) {
			this.lost = isLost(connection, new Causes(ex));
			throw ex;
		}
	}

	/** Hibernate finds nothing where it could not read: that is no result. */
	private static void requireOpen(Connection connection) {
		if (isClosed(connection)) {
			throw new ErrnoException(Errno.EIO, "The database can not be reached: the connection broke",
					"Check that the database runs and that spring.datasource.* is right", null);
		}
	}

	/**
	 * The pool takes away what is of no use any more, or the driver has closed it. Others
	 * of the application's connections, or of its own to something else, are not meant.
	 */
	private static boolean isLost(Connection connection, Causes causes) {
		if (isClosed(connection)) {
			return !AvailabilityTranslator.isSilent(causes);
		}
		try {
			return AvailabilityTranslator.isConnectionLost(causes) && !connection.isValid(SECONDS_TO_ANSWER);
		}
		catch (SQLException ex) {
			return true;
		}
	}

	private static boolean isClosed(Connection connection) {
		try {
			return connection.isClosed();
		}
		catch (SQLException ex) {
			return true;
		}
	}

	/** Content may be sent after the statement that takes it has been prepared. */
	@Override
	public void jdbcPrepareStatementStart() {
		this.passed |= this.sent;
	}

	@Override
	public void jdbcExecuteStatementStart() {
		this.passed |= this.sent;
		this.sent = true;
	}

	@Override
	public void jdbcExecuteBatchStart() {
		jdbcExecuteStatementStart();
	}

	/**
	 * Takes note that the transaction has failed. Whether it was committed nobody knows,
	 * unless there was nothing to be.
	 */
	void failed(RuntimeException failure) {
		if (this.state == State.BEGINNING || (this.state == State.ENDING && !this.changing)) {
			this.lost = AvailabilityTranslator.isConnectionLost(new Causes(failure));
		}
	}

	/**
	 * Whether the work would be done again after a failure.
	 */
	boolean isWorthAnother(ErrnoException failure) {
		boolean done = this.changing && (this.state == State.ENDING || this.passed);
		return this.lost && !done && failure.errno() == Errno.EIO && this.failed < MOST - 1
				&& System.nanoTime() - this.end < 0;
	}

	/**
	 * Waits until it is worth while to try once more.
	 * @throws ErrnoException the failure, if it is not
	 */
	void awaitNext(ErrnoException failure) {
		if (!isWorthAnother(failure) || !this.renewal.getAsBoolean()) {
			throw failure;
		}
		logger.info("A connection of the pool was broken; another one is tried: " + failure.getMessage());
		this.failed++;
		if (this.failed == MOST - 1) {
			BlockingSection.await("waiting for a connection that works", () -> Thread.sleep(PAUSE.toMillis()));
		}
		this.sent = false;
		this.passed = false;
		this.state = State.BEGINNING;
		this.lost = false;
	}

	/** How far an attempt is. */
	private enum State {

		BEGINNING, WORKING, ENDING

	}

}
