package io.fusemount.data.jpa.database;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A failure with all its causes, from the outermost to the innermost.
 */
final class Causes {

	private static final List<String> WRAPPERS = List.of("org.springframework.", "org.hibernate.",
			"jakarta.persistence.", "java.lang.reflect.");

	/**
	 * H2 and MariaDB end with the statement, H2 and PostgreSQL with the values of a key
	 * or row.
	 */
	private static final Pattern STATEMENT = Pattern
		.compile("(; SQL statement:|\nQuery is: | VALUES \\(|\\)=\\(|Failing row contains).*$", Pattern.DOTALL);

	private final List<Throwable> chain = new ArrayList<>();

	Causes(Throwable failure) {
		Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
			this.chain.add(cause);
		}
	}

	/** Returns the first cause of the type, or {@code null}. */
	<T> @Nullable T find(Class<T> type) {
		return this.chain.stream().filter(type::isInstance).map(type::cast).findFirst().orElse(null);
	}

	/** Whether a cause is of one of the types. */
	boolean has(Class<?>... types) {
		for (Class<?> type : types) {
			if (find(type) != null) {
				return true;
			}
		}
		return false;
	}

	/** Whether the type of a cause is in a package or below it. */
	boolean hasOf(String prefix) {
		return this.chain.stream().anyMatch((cause) -> cause.getClass().getName().startsWith(prefix));
	}

	/**
	 * Returns the first cause whose class or superclass has the name, or {@code null}.
	 */
	@Nullable Throwable named(String className) {
		for (Throwable cause : this.chain) {
			for (Class<?> type = cause.getClass(); type != null; type = type.getSuperclass()) {
				if (type.getName().equals(className)) {
					return cause;
				}
			}
		}
		return null;
	}

	/**
	 * Returns the exception of application code: the outermost cause that comes neither
	 * from a framework nor from the database, {@code null} if there is none.
	 */
	@Nullable Throwable application() {
		if (has(SQLException.class)) {
			return null;
		}
		return this.chain.stream()
			.filter((cause) -> WRAPPERS.stream().noneMatch(cause.getClass().getName()::startsWith))
			.findFirst()
			.orElse(null);
	}

	/** Returns the SQL state of the database's answer, or an empty string. */
	String sqlState() {
		String state = "";
		for (Throwable cause : this.chain) {
			if (cause instanceof SQLException sql && sql.getSQLState() != null) {
				state = sql.getSQLState();
			}
		}
		return state;
	}

	/** Returns the error code of the database's answer, or 0. */
	int errorCode() {
		int code = 0;
		for (Throwable cause : this.chain) {
			if (cause instanceof SQLException sql && sql.getErrorCode() > 0) {
				code = sql.getErrorCode();
			}
		}
		return code;
	}

	/** Returns the innermost cause. */
	Throwable last() {
		return this.chain.get(this.chain.size() - 1);
	}

	/**
	 * Whether a message of the database, or the details that follow it, match the
	 * pattern. Both are for the log and are never returned.
	 */
	boolean says(Pattern words) {
		return this.chain.stream().anyMatch((cause) -> cause instanceof SQLException && says(cause, words));
	}

	/** Whether the message of a cause matches, without the statement and its values. */
	static boolean says(@Nullable Throwable cause, Pattern words) {
		return cause != null && cause.getMessage() != null
				&& words.matcher(STATEMENT.matcher(cause.getMessage()).replaceFirst("")).find();
	}

}
