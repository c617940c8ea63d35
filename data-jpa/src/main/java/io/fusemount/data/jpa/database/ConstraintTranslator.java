package io.fusemount.data.jpa.database;

import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import org.hibernate.PropertyValueException;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.ConstraintViolationException.ConstraintKind;
import org.jspecify.annotations.Nullable;

/**
 * Translates the refusals of database constraints: a taken name, a row that other rows
 * refer to, a value that is too long, any other.
 */
final class ConstraintTranslator implements ErrnoTranslator {

	/** H2: the row that a row refers to is missing. Its 23503 is the other direction. */
	private static final String H2_PARENT_MISSING = "23506";

	/** PostgreSQL has one state for both directions. */
	private static final Pattern POSTGRES_PARENT_MISSING = Pattern
		.compile("insert or update on table \"[^\"]+\" violates foreign key constraint");

	private static final String FOREIGN_KEY = "23503";

	private static final String UNIQUE = "23505";

	private static final String NOT_NULL = "23502";

	/** The column of a unique key; in MariaDB's message, the value precedes it. */
	private static final String COLUMN = "^(?>.*Duplicate entry '.*' for key |(?!.*Duplicate entry ')).*"
			+ "(?<![\\p{Alnum}_])<column>(?![\\p{Alnum}_])";

	/** PostgreSQL names the check of a column after the table and the column. */
	private static final String RULE_OF_COLUMN = "relation \"([^\"]+)\" violates check constraint "
			+ "\"\\1_<column>_check\"";

	private static final Pattern TEXT_TYPE = Pattern.compile("character varying|varchar", Pattern.CASE_INSENSITIVE);

	private final Set<String> nameColumns;

	ConstraintTranslator(Set<String> nameColumns) {
		this.nameColumns = Set.copyOf(nameColumns);
	}

	@Override
	public @Nullable ErrnoException translate(Throwable failure) {
		Causes causes = new Causes(failure);
		String state = causes.sqlState();
		ConstraintViolationException violation = causes.find(ConstraintViolationException.class);
		ConstraintKind kind = (violation != null) ? violation.getKind() : ConstraintKind.OTHER;
		if (state.equals(UNIQUE) || kind == ConstraintKind.UNIQUE) {
			return isAboutName(causes, violation)
					? new ErrnoException(Errno.EEXIST, "Another file has this name already", failure)
					: new ErrnoException(Errno.EINVAL, "A value that must be unique is taken", failure);
		}
		boolean parentMissing = state.equals(H2_PARENT_MISSING) || causes.says(POSTGRES_PARENT_MISSING);
		if (!parentMissing && (state.equals(FOREIGN_KEY) || kind == ConstraintKind.FOREIGN_KEY)) {
			return new ErrnoException(Errno.EBUSY, "The application still needs it: other rows refer to it", failure);
		}
		if (violation != null || state.startsWith("23") || causes.has(PropertyValueException.class)) {
			return translateRule(state, causes, failure);
		}
		return translateValue(state, causes, failure);
	}

	private ErrnoException translateRule(String state, Causes causes, Throwable failure) {
		PropertyValueException missing = causes.find(PropertyValueException.class);
		if (missing != null) {
			return missing(": " + missing.getPropertyName(), failure);
		}
		return state.equals(NOT_NULL) ? missing("", failure) : rule(isAny(RULE_OF_COLUMN, causes::says), failure);
	}

	private static ErrnoException missing(String property, Throwable failure) {
		return new ErrnoException(Errno.EINVAL, "A value that must be there is missing" + property,
				"A new file has nothing but name, content, size and times: give the other columns defaults", failure);
	}

	/** Returns the failure for a violated rule of the database. */
	static ErrnoException rule(boolean aboutName, Throwable failure) {
		return new ErrnoException(Errno.EINVAL, aboutName ? "A rule of the database refuses the name"
				: "A rule of the database refuses it; the application's log says which", failure);
	}

	private static @Nullable ErrnoException translateValue(String state, Causes causes, Throwable failure) {
		return switch (state) {
			case "22001" -> causes.says(TEXT_TYPE)
					? new ErrnoException(Errno.ENAMETOOLONG, "The name, or another text, is too long", failure)
					: new ErrnoException(Errno.EFBIG, "The content, or another value, is too long", failure);
			// PostgreSQL: a value over 1 GiB
			case "54000" -> new ErrnoException(Errno.EFBIG, "The content is too long", failure);
			// PostgreSQL: text with NUL or other bytes that its encoding does not have
			case "22021" -> new ErrnoException(Errno.EINVAL, "The database cannot store the text", failure);
			case "53100" -> new ErrnoException(Errno.ENOSPC, "The database's disk is full", failure);
			// PostgreSQL; H2
			case "42501", "90096" -> new ErrnoException(Errno.EACCES, "The database does not permit it", failure);
			default -> null;
		};
	}

	private boolean isAboutName(Causes causes, @Nullable ConstraintViolationException violation) {
		return isAny(COLUMN, (column) -> causes.says(column)
				|| (violation != null && column.matcher(String.valueOf(violation.getConstraintName())).find()));
	}

	/** Whether a test succeeds for the pattern with one of the name columns. */
	private boolean isAny(String pattern, Predicate<Pattern> test) {
		return this.nameColumns.stream()
			.map((column) -> pattern.replace("<column>", Pattern.quote(column)))
			.anyMatch((named) -> test.test(Pattern.compile(named, Pattern.CASE_INSENSITIVE | Pattern.DOTALL)));
	}

}
