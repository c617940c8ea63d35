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
 * @param keys the unique keys that it is in
 * @param length the most characters that fit
 * @param anyText whether its characters are those of Java, NUL and unpaired surrogates
 * among them, which are no characters to most databases
 * @param characters whether the column's character set has all of a text
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
	 * Whether no two rows have the same name that have the same values in some columns.
	 * @param same the columns in which they have one value, without quotes
	 * @param empty those in which they have no value
	 */
	public boolean isUniqueAmong(Set<String> same, Set<String> empty) {
		return this.keys.stream().anyMatch((key) -> key.keepsApart(this.column, same, empty));
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
