package io.fusemount.data.jpa.feed;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A trigger's announcement of a change.
 *
 * @param table the table that has changed
 * @param key the values of the columns that identify the changed row, empty if no row is
 * identified
 */
record Announcement(TableName table, Map<String, String> key) {

	/** Separates the schema, the table, and the names and values of columns. */
	private static final String SEPARATOR = "\u001f";

	/**
	 * Returns the announcement in a text, or {@code null} if the text is not from a
	 * trigger. An announcement with the separator in a value identifies no row.
	 */
	static @Nullable Announcement parse(String text) {
		String[] parts = text.split(SEPARATOR, -1);
		if (parts.length < 2) {
			return null;
		}
		Map<String, String> key = new HashMap<>();
		if (parts.length % 2 == 0) {
			for (int i = 2; i < parts.length; i += 2) {
				key.put(parts[i], parts[i + 1]);
			}
		}
		return new Announcement(new TableName(parts[0], parts[1]), key);
	}

}
