package io.fusemount.data.jpa.guard;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The guards of an application that a mount applies for each caller.
 *
 * @param permission the permission to read the repository at all
 * @param saving the permission to save anything in it
 * @param filters the filters of the rows
 * @param rows the rows that the repository itself is asked about
 */
public record CallerGuards(ReadPermission permission, SavePermission saving, RowFilters filters, AskedRows rows) {

	/**
	 * No guards.
	 */
	public static final CallerGuards NONE = new CallerGuards(ReadPermission.ALL, SavePermission.ALL, RowFilters.NONE,
			AskedRows.NONE);

	/**
	 * Whether all callers see the same.
	 */
	public boolean areNone() {
		return this.permission.isFree() && this.filters.areNone() && this.rows.areNone();
	}

	/**
	 * Returns what decides which rows statements show to the current caller.
	 */
	public List<@Nullable Object> filterValues() {
		return this.filters.values();
	}

}
