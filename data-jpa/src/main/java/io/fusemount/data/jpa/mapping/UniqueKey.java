package io.fusemount.data.jpa.mapping;

import java.util.HashSet;
import java.util.Set;

/**
 * Columns in which no two rows of a table have the same values.
 *
 * @param columns the columns, without quotes and in lower case
 * @param nullsDistinct whether a row without a value in one of them is like no other row,
 * as the SQL standard has it
 */
public record UniqueKey(Set<String> columns, boolean nullsDistinct) {

	public UniqueKey {
		columns = Set.copyOf(columns);
	}

	/**
	 * Whether the key allows one row only with a value of a column, among rows that agree
	 * in some others.
	 * @param column the column, which has a value
	 * @param same the others in which all these rows have one value
	 * @param empty the others in which none of these rows has a value
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
