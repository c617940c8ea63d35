package io.fusemount.data.jpa.mapping;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * What the database promises about the column of the names.
 *
 * @param column the column's name, without quotes
 * @param unique whether no two rows have the same name
 * @param uniqueWith the other columns of each declared constraint by which no two rows
 * with the same values there have the same name
 * @param length the most characters that fit
 * @param anyText whether its characters are those of Java, NUL and unpaired surrogates
 * among them, which are no characters to most databases
 * @param characters whether the column's character set has all of a text
 */
public record NameColumn(String column, boolean unique, List<Set<String>> uniqueWith, long length, boolean anyText,
		Predicate<String> characters) {

	static final Predicate<String> ALL_CHARACTERS = (text) -> true;

	public NameColumn {
		uniqueWith = List.copyOf(uniqueWith);
	}

	/**
	 * Whether no two rows have the same name that have the same values in some columns.
	 * @param columns the columns, without quotes
	 */
	public boolean isUniqueAmong(Set<String> columns) {
		return this.unique || this.uniqueWith.stream().anyMatch(columns::containsAll);
	}

	/**
	 * Whether the database has characters for all of the text.
	 */
	public boolean canEncode(String text) {
		return this.anyText || (text.codePoints()
			.noneMatch((c) -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE))
				&& this.characters.test(text));
	}

	/**
	 * Requires that the column can keep a text.
	 * @param property the property that the text is for, as people call it
	 * @throws ErrnoException {@code ENAMETOOLONG} if the text is too long, {@code EINVAL}
	 * if the database has no characters for it
	 */
	public void require(String text, String property) {
		int characters = characters(text);
		if (characters > this.length) {
			throw new ErrnoException(Errno.ENAMETOOLONG, "The name has " + characters
					+ " characters, and the column of " + property + " holds " + this.length,
					"Use a shorter name, or give the column a greater length", null);
		}
		if (!canEncode(text)) {
			throw new ErrnoException(Errno.EINVAL, "The database has no characters for the name '" + text + "'");
		}
	}

	/** Returns how many characters the database counts. */
	private int characters(String text) {
		return this.anyText ? text.length() : text.codePointCount(0, text.length());
	}

}
