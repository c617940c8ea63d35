package io.fusemount.data.jpa.database;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.regex.Pattern;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import org.hibernate.TransactionException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionTimedOutException;

/**
 * Translates failures of a database that is slow, busy, read-only or gone. A busy lock or
 * pool is worth another try ({@code EAGAIN}), a statement that took too long is not
 * ({@code ETIMEDOUT}). A database that accepts no changes is read-only ({@code EROFS}),
 * and an unreachable one is a failure of the device ({@code EIO}).
 */
final class AvailabilityTranslator implements ErrnoTranslator {

	/** Another attempt could take effect twice. */
	private static final String COMPLETION_UNKNOWN = "40003";

	private static final String UNABLE_TO_CONNECT = "08001";

	/** States with which PostgreSQL ends a connection. */
	private static final Set<String> ENDED = Set.of("57P01", "57P02", "57P05", "25P03");

	private static final Pattern NO_SPACE = Pattern.compile("No space left on device");

	private static final Pattern NOT_BEGUN_NOR_ENDED = Pattern
		.compile("^(Unable to rollback|JDBC begin transaction failed)");

	private static final Pattern EXPIRED = Pattern.compile("timeout expired");

	@Override
	public @Nullable ErrnoException translate(Throwable failure) {
		Causes causes = new Causes(failure);
		String state = causes.sqlState();
		if (state.equals(COMPLETION_UNKNOWN)) {
			return new ErrnoException(Errno.EIO, "The database does not say whether it has been stored",
					"Compare what is there with the copy in .fusemount/unsaved", failure);
		}
		if (isBroken(causes, state) || state.equals("57P03")
				|| causes.has(ConnectException.class, UnknownHostException.class)) {
			return unreachable(causes, failure);
		}
		// PostgreSQL; H2
		if (state.equals("25006") || state.equals("90097")) {
			return new ErrnoException(Errno.EROFS, "The database is read-only",
					"It may be a standby, or be configured as read-only", failure);
		}
		if (isFull(causes)) {
			return new ErrnoException(Errno.ENOSPC, "The database's disk is full", failure);
		}
		if (isBusy(causes, state)) {
			return new ErrnoException(Errno.EAGAIN, "The database is busy; try again", failure);
		}
		// Before other timeouts: the pool times out, too.
		SQLTransientConnectionException pool = causes.find(SQLTransientConnectionException.class);
		if (state.equals("53300") || (pool != null && pool.getCause() == null)) {
			return new ErrnoException(Errno.EAGAIN, "No database connection is free; try again",
					"Let fusemount.database.max-concurrent be smaller than the connection pool", failure);
		}
		if (pool != null) {
			// Not because all connections are in use: the last one was broken.
			return unreachable(causes, failure);
		}
		if (isTimeout(causes, state)) {
			return new ErrnoException(Errno.ETIMEDOUT, "The database took too long", failure);
		}
		boolean noTransaction = causes.has(CannotCreateTransactionException.class) && causes.application() == null;
		return (noTransaction || isCut(causes.find(TransactionException.class))) ? unreachable(causes, failure) : null;
	}

	/**
	 * Whether an existing connection has broken. A connection that cannot be obtained and
	 * an answer that does not come are different: the caller has waited for them.
	 */
	static boolean isConnectionLost(Causes causes) {
		String state = causes.sqlState();
		boolean none = causes.has(SQLTransientConnectionException.class, ConnectException.class,
				UnknownHostException.class) || state.equals(UNABLE_TO_CONNECT);
		return !none && !isSilent(causes)
				&& (isBroken(causes, state) || isCut(causes.find(TransactionException.class)));
	}

	/** Whether the driver has stopped waiting for an answer. */
	static boolean isSilent(Causes causes) {
		return causes.has(SocketTimeoutException.class);
	}

	/**
	 * Whether an administrator, a crash or a time limit of the server may have ended it.
	 */
	private static boolean isBroken(Causes causes, String state) {
		return state.startsWith("08") || ENDED.contains(state)
				|| causes.has(SocketException.class, SQLNonTransientConnectionException.class);
	}

	private static ErrnoException unreachable(Causes causes, Throwable failure) {
		return new ErrnoException(Errno.EIO, "The database cannot be reached",
				"Check that the database runs and that spring.datasource.* is right", failure);
	}

	/** Only for H2 in this process, whose own exceptions have no code for it. */
	private static boolean isFull(Causes causes) {
		IOException failure = causes.find(IOException.class);
		return causes.has(SQLException.class) && Causes.says(failure, NO_SPACE);
	}

	private static boolean isBusy(Causes causes, String state) {
		return causes.has(PessimisticLockingFailureException.class, jakarta.persistence.PessimisticLockException.class,
				jakarta.persistence.LockTimeoutException.class, org.hibernate.exception.LockAcquisitionException.class,
				org.hibernate.PessimisticLockException.class) || state.startsWith("40") || state.equals("55P03");
	}

	private static boolean isTimeout(Causes causes, String state) {
		return state.equals("57014")
				|| causes.has(TransactionTimedOutException.class, SQLTimeoutException.class,
						org.springframework.dao.QueryTimeoutException.class,
						jakarta.persistence.QueryTimeoutException.class, org.hibernate.QueryTimeoutException.class)
				|| isExpired(causes.find(TransactionException.class));
	}

	/**
	 * Whether the connection cannot even begin or roll back. The pool's message has no
	 * SQL state.
	 */
	private static boolean isCut(@Nullable TransactionException failure) {
		return Causes.says(failure, NOT_BEGUN_NOR_ENDED);
	}

	/** Hibernate has no exception type for this timeout. */
	private static boolean isExpired(@Nullable TransactionException failure) {
		return Causes.says(failure, EXPIRED);
	}

}
