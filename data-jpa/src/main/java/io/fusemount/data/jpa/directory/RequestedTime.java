package io.fusemount.data.jpa.directory;

import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.scope.CallerRights;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * A modification time that a program requests. Each database and type has its own range
 * of times, and some silently store another time: an unusual time is read back before the
 * commit.
 *
 * @param time the time, {@code null} if none is requested
 */
record RequestedTime(@Nullable Instant time) {

	/** The first second of a 32-bit {@code time_t}, with a day for time zones. */
	private static final Instant FIRST = Instant.parse("1970-01-02T00:00:00Z");

	private static final Instant LAST = Instant.parse("2038-01-18T00:00:00Z");

	/** Columns may keep whole seconds only. */
	private static final Duration PRECISION = Duration.ofSeconds(1);

	/**
	 * Runs the transaction that stores the time.
	 * @throws ErrnoException {@code EINVAL} if the transaction fails because of the time
	 */
	<T> T storing(Supplier<T> transaction) {
		try {
			return transaction.get();
		}
		catch (RuntimeException ex) {
			throw (isUnusual() && isAboutTime(ex)) ? refusal(ex) : ex;
		}
	}

	/**
	 * Requires that the database has kept the time.
	 * @param expected the row as it should be now
	 * @return the row as it is now
	 */
	Row requireStored(EntityManager entityManager, RowQueries queries, Row expected) {
		if (!isUnusual()) {
			return expected;
		}
		Instant kept = Objects.requireNonNull(queries.find(entityManager, expected.id(), CallerRights.ALL)).modified();
		if (this.time == null || kept == null || Duration.between(this.time, kept).abs().compareTo(PRECISION) >= 0) {
			throw refusal(null);
		}
		return expected.withModified(kept);
	}

	private boolean isUnusual() {
		return this.time != null && (this.time.isBefore(FIRST) || this.time.isAfter(LAST));
	}

	private ErrnoException refusal(@Nullable Throwable cause) {
		return new ErrnoException(Errno.EINVAL, "The database cannot keep the modification time " + this.time, cause);
	}

	/** Whether the time is the cause. Conversions fail in the JDK, driver or database. */
	private static boolean isAboutTime(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof DateTimeException || cause instanceof ArithmeticException
					|| cause instanceof SQLException sql && isInvalidValue(sql.getSQLState())) {
				return true;
			}
		}
		return false;
	}

	/** The class of states for invalid values, except for texts that are too long. */
	private static boolean isInvalidValue(@Nullable String state) {
		return state != null && state.startsWith("22") && !state.equals("22001");
	}

}
