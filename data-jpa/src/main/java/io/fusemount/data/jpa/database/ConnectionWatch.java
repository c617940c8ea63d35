package io.fusemount.data.jpa.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.limit.UnansweredCommits;
import io.fusemount.core.operation.ServedOperation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Cuts the connection of a transaction whose server does not answer at all. Drivers wait
 * for an answer as long as TCP does, and their time limits for statements ask the very
 * server that hangs. Once the commit has begun, the connection is no longer cut: it would
 * be unknown whether the transaction was committed.
 */
final class ConnectionWatch implements TransactionSynchronization, Lookout.Watch, AutoCloseable {

	/** Time for the limits of statements, which come first if the server answers. */
	private static final Duration GRACE = Duration.ofSeconds(5);

	private static final Log logger = LogFactory.getLog(ConnectionWatch.class);

	private static final Lookout LOOKOUT = new Lookout("fusemount-connections");

	private static final ThreadLocal<@Nullable ConnectionWatch> CURRENT = new ThreadLocal<>();

	private final Connection connection;

	private final Duration limit;

	private final UnansweredCommits unanswered;

	private final CountDownLatch cutEnded = new CountDownLatch(1);

	@GuardedBy("this")
	private State state = State.WORKING;

	private volatile long lastAnswer = System.nanoTime();

	private ConnectionWatch(Connection connection, Duration limit, UnansweredCommits unanswered) {
		this.connection = connection;
		this.limit = limit;
		this.unanswered = unanswered;
	}

	/**
	 * Watches the connection of the transaction that has just begun on this thread, until
	 * it is closed.
	 * @param timeout the time that a statement or a piece of content may take
	 * @param unanswered records the commit while it takes longer
	 */
	static ConnectionWatch start(Connection connection, Duration timeout, UnansweredCommits unanswered) {
		ConnectionWatch watch = new ConnectionWatch(connection, timeout.plus(GRACE), unanswered);
		CURRENT.set(watch);
		LOOKOUT.add(watch);
		ServedOperation.progressed();
		return watch;
	}

	/** Records that the server has just answered the current thread. */
	static void answered() {
		ConnectionWatch watch = CURRENT.get();
		if (watch != null) {
			watch.lastAnswer = System.nanoTime();
		}
		ServedOperation.progressed();
	}

	@Override
	public long due() {
		return this.lastAnswer + this.limit.toNanos();
	}

	@Override
	public boolean look() {
		if (System.nanoTime() - due() < 0) {
			return true;
		}
		if (advance(State.CUT)) {
			startCut();
		}
		else if (waitForAnswer()) {
			logger.warn("The database has not answered to a commit for " + this.limit.toSeconds()
					+ " s. The wait goes on: it is unknown whether the commit was stored");
		}
		return false;
	}

	/**
	 * Cuts on another thread: a driver may first ask the server by another connection.
	 */
	private void startCut() {
		try {
			Thread thread = new Thread(this::cut, "fusemount-connection-cut");
			thread.setDaemon(true);
			thread.start();
		}
		catch (OutOfMemoryError ex) {
			// No thread can be created, and the watches of other connections wait.
			cut();
		}
	}

	/** Leaves the working state, and returns whether the transaction was in it. */
	private synchronized boolean advance(State next) {
		boolean working = this.state == State.WORKING;
		this.state = working ? next : this.state;
		return working;
	}

	/** Records a commit as unanswered, and returns whether one has begun. */
	private synchronized boolean waitForAnswer() {
		if (this.state != State.COMMITTING) {
			return false;
		}
		this.unanswered.add(this, this.lastAnswer);
		return true;
	}

	/**
	 * Ends the watch. A commit ends only here, so that its failure is explained first.
	 */
	private synchronized void end() {
		this.state = State.ENDED;
		this.unanswered.remove(this);
	}

	private synchronized State state() {
		return this.state;
	}

	private void cut() {
		try {
			this.connection.abort(Runnable::run);
		}
		catch (SQLException | RuntimeException | LinkageError ex) {
			logger.warn("A connection whose server does not answer could not be cut", ex);
		}
		finally {
			this.cutEnded.countDown();
		}
	}

	/** A transaction that has only read may be cut until its end. */
	@Override
	public void beforeCommit(boolean readOnly) {
		if (!readOnly) {
			// The commit has the whole time before it counts as unanswered.
			this.lastAnswer = System.nanoTime();
			if (!advance(State.COMMITTING)) {
				throw new ErrnoException(Errno.ETIMEDOUT, words(), hint(), null);
			}
			ServedOperation.committing(true);
		}
	}

	/**
	 * Waits for the end of the cut: if the answer arrives at the same moment, the cut
	 * would otherwise hit the next user of the connection.
	 */
	@Override
	public void beforeCompletion() {
		if (state() != State.CUT) {
			return;
		}
		try {
			if (!this.cutEnded.await(GRACE.toNanos(), TimeUnit.NANOSECONDS)) {
				logger.warn("A connection whose server does not answer is not cut after " + GRACE.toSeconds() + " s");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Ends the watch: another transaction will soon use the connection. */
	@Override
	public void afterCompletion(int status) {
		ServedOperation.committing(false);
		advance(State.ENDED);
	}

	/**
	 * Returns the meaning of a failed transaction: the failure itself, or a clearer one.
	 */
	RuntimeException explain(RuntimeException failure, ErrnoTranslator translator) {
		return switch (state()) {
			case CUT -> new ErrnoException(Errno.ETIMEDOUT, words(), hint(), failure);
			case COMMITTING -> inDoubt(failure, translator);
			case WORKING, ENDED -> failure;
		};
	}

	/**
	 * Whatever the database refuses is not stored; a cut connection leaves it unknown.
	 */
	private static RuntimeException inDoubt(RuntimeException failure, ErrnoTranslator translator) {
		ErrnoException translated = translator.translate(failure);
		if (translated == null || translated.errno() != Errno.EIO || !new Causes(failure).has(SQLException.class)) {
			return failure;
		}
		return new ErrnoException(Errno.EIO,
				"The connection broke during the commit, and it is unknown whether it has been stored: "
						+ translated.getMessage(),
				"Compare what is there with the copy in .fusemount/unsaved", failure);
	}

	private String words() {
		return "The database has not answered for " + this.limit.toSeconds() + " s";
	}

	private static String hint() {
		return "Check that the database runs; the wait is fusemount.database.timeout plus 5 s";
	}

	@Override
	public void close() {
		ServedOperation.committing(false);
		end();
		CURRENT.remove();
		LOOKOUT.remove(this);
	}

	/** The progress of the transaction. */
	private enum State {

		WORKING, CUT, COMMITTING, ENDED

	}

}
