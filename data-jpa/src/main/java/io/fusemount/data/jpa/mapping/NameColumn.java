package io.fusemount.data.jpa.mapping;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * The column of the names, with the guarantees of the database.
 *
 * @param column the column's name, without quotes
 * @param keys the unique keys that contain it
 * @param length the maximum length in characters
 * @param anyText whether the column keeps any text of Java, including NUL and unpaired
 * surrogates, which are not characters to most databases
 * @param characters accepts the texts that the column's character set covers
 */
public record NameColumn(String column, List<UniqueKey> keys, long length, boolean anyText,
		Predicate<String> characters) {

	static final Predicate<String> ALL_CHARACTERS = (text) -> true;

	public NameColumn {
		keys = List.copyOf(keys);
	}

	/**
	 * Whether no two rows of the table have the same name.
	 */
	public boolean unique() {
		return isUniqueAmong(Set.of(), Set.of());
	}

	/**
	 * Whether no two rows with the same values in some columns have the same name.
	 * @param same the columns in which all rows have the same value, without quotes
	 * @param empty the columns in which no row has a value
	 */
	public boolean isUniqueAmong(Set<String> same, Set<String> empty) {
		return this.keys.stream().anyMatch((key) -> key.keepsApart(this.column, same, empty));
	}

	/**
	 * Whether the database has characters for the whole text.
	 */
	public boolean canEncode(String text) {
		return this.anyText || (text.codePoints()
			.noneMatch((c) -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE))
				&& this.characters.test(text));
	}

	/**
	 * Requires that the column can keep a text.
	 * @param property the property of the text, as named in messages
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

	/** Returns the number of characters that the database counts. */
	private int characters(String text) {
		return this.anyText ? text.length() : text.codePointCount(0, text.length());
	}

}
