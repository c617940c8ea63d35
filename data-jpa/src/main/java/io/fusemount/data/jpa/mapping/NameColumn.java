package io.fusemount.data.jpa.mapping;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the database promises about the column of the names.
 *
 * @param column the column's name, without quotes
 * @param unique whether no two rows have the same name
 * @param uniqueWith the other columns of each declared constraint by which no two rows
 * with the same values there have the same name
 * @param length the most characters that fit
 * @param anyText whether it keeps NUL and unpaired surrogates, too, which are no
 * characters to most databases
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
	 * Whether the text is short enough.
	 */
	public boolean hasRoomFor(String text) {
		return text.codePointCount(0, text.length()) <= this.length;
	}

}
