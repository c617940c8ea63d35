package io.fusemount.data.jpa.database;

import java.util.Set;
import java.util.regex.Pattern;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import org.hibernate.PropertyValueException;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.ConstraintViolationException.ConstraintKind;
import org.jspecify.annotations.Nullable;

/**
 * What the database's constraints refuse: a taken name, a row that others refer to, a
 * value that is too long, anything else.
 */
final class ConstraintTranslator implements ErrnoTranslator {

	/** H2: a row refers to one that does not exist. Its 23503 is the other direction. */
	private static final String H2_PARENT_MISSING = "23506";

	private static final String FOREIGN_KEY = "23503";

	private static final String UNIQUE = "23505";

	private static final String NOT_NULL = "23502";

	/** MariaDB's words, the value of which may be called like anything. */
	private static final Pattern DUPLICATE_VALUE = Pattern.compile("Duplicate entry '.*' for key ", Pattern.DOTALL);

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
					? new ErrnoException(Errno.EEXIST, "Another file has this name already: " + causes.words(), failure)
					: new ErrnoException(Errno.EINVAL, "A value that must be unique is taken: " + causes.words(),
							failure);
		}
		if (!state.equals(H2_PARENT_MISSING) && (state.equals(FOREIGN_KEY) || kind == ConstraintKind.FOREIGN_KEY)) {
			return new ErrnoException(Errno.EBUSY,
					"The application still needs it, other rows refer to it: " + causes.words(), failure);
		}
		if (violation != null || state.startsWith("23") || causes.has(PropertyValueException.class)) {
			return translateRule(state, causes, failure);
		}
		return translateValue(state, causes, failure);
	}

	private static ErrnoException translateRule(String state, Causes causes, Throwable failure) {
		PropertyValueException missing = causes.find(PropertyValueException.class);
		if (missing != null) {
			return missing("the property '" + missing.getPropertyName() + "' of " + missing.getEntityName(), failure);
		}
		return state.equals(NOT_NULL) ? missing(causes.words(), failure)
				: new ErrnoException(Errno.EINVAL, "A rule of the database refuses it: " + causes.words(), failure);
	}

	private static ErrnoException missing(String what, Throwable failure) {
		return new ErrnoException(Errno.EINVAL, "A value that must be there is missing: " + what,
				"A new file has nothing but name, content, size and times: give the other columns defaults", failure);
	}

	private static @Nullable ErrnoException translateValue(String state, Causes causes, Throwable failure) {
		return switch (state) {
			case "22001" -> isAboutText(causes)
					? new ErrnoException(Errno.ENAMETOOLONG, "The name is too long: " + causes.words(), failure)
					: new ErrnoException(Errno.EFBIG, "The content is too long: " + causes.words(), failure);
			// PostgreSQL: a value over 1 GiB
			case "54000" -> new ErrnoException(Errno.EFBIG, "The content is too long: " + causes.words(), failure);
			// PostgreSQL: text with NUL or other bytes that its encoding does not have
			case "22021" ->
				new ErrnoException(Errno.EINVAL, "The database can not store the text: " + causes.words(), failure);
			case "53100" -> new ErrnoException(Errno.ENOSPC, "The database's disk is full", failure);
			default -> null;
		};
	}

	private static boolean isAboutText(Causes causes) {
		String words = causes.allWords().toLowerCase(java.util.Locale.ROOT);
		return words.contains("character varying") || words.contains("varchar");
	}

	private boolean isAboutName(Causes causes, @Nullable ConstraintViolationException violation) {
		String words = DUPLICATE_VALUE.matcher(causes.allWords()).replaceAll("")
				+ ((violation != null) ? violation.getConstraintName() : "");
		return this.nameColumns.stream()
			.anyMatch((column) -> Pattern
				.compile("(?<![\\p{Alnum}_])" + Pattern.quote(column) + "(?![\\p{Alnum}_])", Pattern.CASE_INSENSITIVE)
				.matcher(words)
				.find());
	}

}
