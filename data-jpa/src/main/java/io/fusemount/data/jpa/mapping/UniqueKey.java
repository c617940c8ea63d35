package io.fusemount.data.jpa.mapping;

import java.util.HashSet;
import java.util.Set;

/**
 * Columns in which no two rows of a table have the same values.
 *
 * @param columns the columns, without quotes and in lower case
 * @param nullsDistinct whether a row with a null in one of the columns equals no other
 * row, as in the SQL standard
 */
public record UniqueKey(Set<String> columns, boolean nullsDistinct) {

	public UniqueKey {
		columns = Set.copyOf(columns);
	}

	/**
	 * Whether the key permits only one row with a given value of a column, among rows
	 * that agree in some other columns.
	 * @param column the column, which has a value
	 * @param same the other columns in which all these rows have the same value
	 * @param empty the other columns in which none of these rows has a value
	 */
	boolean keepsApart(String column, Set<String> same, Set<String> empty) {
		Set<String> others = new HashSet<>(this.columns);
		if (!others.remove(column)) {
			return false;
		}
		others.removeAll(same);
		if (!this.nullsDistinct) {
			others.removeAll(empty);
		}
		return others.isEmpty();
	}

}
