package io.fusemount.data.jpa.directory;

import java.util.Map;

import io.fusemount.core.name.Name;
import org.jspecify.annotations.Nullable;

/**
 * A page of a listing.
 *
 * @param rows the rows by name, in their order
 * @param last the id of the last row if there are more rows, otherwise {@code null}
 */
record RowPage(Map<Name, Row> rows, @Nullable Object last) {

	/** Whether the noted size of a row says nothing. */
	boolean hasUnnoted() {
		return this.rows.values().stream().anyMatch((row) -> row.length().isUnnoted());
	}

}
