package io.fusemount.data.jpa.database;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fusemount.core.errno.ApplicationWords;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Translates a rule of the application that a trigger or procedure of the database
 * enforces, with the message that it raises: {@code RAISE EXCEPTION} of PostgreSQL,
 * {@code SIGNAL} of MariaDB and MySQL, an exception of a Java trigger of H2.
 */
final class RaisedTranslator implements ErrnoTranslator {

	private static final String RAISE_EXCEPTION = "P0001";

	/** The server function that reports raised exceptions, with any SQL state. */
	private static final String RAISE = "exec_stmt_raise";

	/** The SQL state that the standard reserves for {@code SIGNAL}. */
	private static final String UNHANDLED = "45000";

	private static final int SIGNAL = 1644;

	@Override
	public @Nullable ErrnoException translate(Throwable failure) {
		Causes causes = new Causes(failure);
		String words = null;
		if (causes.named("org.postgresql.util.PSQLException") != null) {
			words = PostgresRaise.words(causes);
		}
		else if (causes.hasOf("org.h2.")) {
			words = !(causes.last() instanceof IOException) ? ApplicationWords.of(causes.last()) : null;
		}
		else if (causes.errorCode() == SIGNAL || causes.sqlState().equals(UNHANDLED)) {
			words = Signal.words(causes);
		}
		return (words != null) ? new ErrnoException(Errno.EINVAL, words, failure) : null;
	}

	private static final class Signal {

		/**
		 * MariaDB's driver puts the connection before the message and the statement after
		 * it.
		 */
		private static final Pattern MESSAGE = Pattern.compile("^(?:\\(conn=\\d+\\) )?(.*?)(?:\nQuery is: .*)?$",
				Pattern.DOTALL);

		private static @Nullable String words(Causes causes) {
			Matcher matcher = MESSAGE.matcher(String.valueOf(causes.last().getMessage()));
			return matcher.matches() ? matcher.group(1) : null;
		}

	}

	/** Needs the driver, which may be absent. */
	private static final class PostgresRaise {

		private static @Nullable String words(Causes causes) {
			PSQLException answer = causes.find(PSQLException.class);
			ServerErrorMessage message = (answer != null) ? answer.getServerErrorMessage() : null;
			if (message == null) {
				return null;
			}
			return (RAISE_EXCEPTION.equals(message.getSQLState()) || RAISE.equals(message.getRoutine()))
					? message.getMessage() : null;
		}

	}

}
