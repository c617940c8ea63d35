package io.fusemount.data.jpa.mapping;

import org.jspecify.annotations.Nullable;

/**
 * What a database says of a column, whatever the mapping would make it.
 *
 * @param type the type, as the database calls it
 * @param length the most bytes or characters that fit, {@link Long#MAX_VALUE} if there is
 * no limit
 * @param padded whether values that are shorter than the column are filled up
 * @param trimmed whether blanks at the end of a value are lost
 * @param nullable whether it may have no value
 * @param computed whether the database gives it a value where an insert does not name it
 * @param triggered whether a trigger may give it a value
 * @param fraction the decimal digits of the fraction of a second, {@code null} if it is
 * no time
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
