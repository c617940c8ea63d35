package io.fusemount.data.jpa.mapping;

import org.jspecify.annotations.Nullable;

/**
 * The database's description of a column, which may differ from the mapping.
 *
 * @param type the type, as the database calls it
 * @param length the maximum length in bytes or characters, {@link Long#MAX_VALUE} if
 * there is no limit
 * @param padded whether shorter values are padded to the length of the column
 * @param trimmed whether blanks at the end of a value are lost
 * @param nullable whether it permits null
 * @param computed whether the database computes a value if an insert does not name the
 * column
 * @param triggered whether a trigger may give it a value
 * @param fraction the decimal digits of the fraction of a second, {@code null} if the
 * column is not a time
 */
public record StoredColumn(String type, long length, boolean padded, boolean trimmed, boolean nullable,
		boolean computed, boolean triggered, @Nullable Integer fraction) {

	/**
	 * Whether an insert that does not name the column stores a value.
	 */
	boolean isFilled() {
		return this.computed || this.triggered;
	}

}
