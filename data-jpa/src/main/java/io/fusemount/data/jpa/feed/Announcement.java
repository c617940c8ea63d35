package io.fusemount.data.jpa.feed;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a trigger says of a change.
 *
 * @param table the table that has changed
 * @param key the values of the columns that tell which row has, none if that is not told
 */
record Announcement(TableName table, Map<String, String> key) {

	/** Between the schema, the table, and the names and values of columns. */
	private static final String SEPARATOR = "\u001f";

	/**
	 * Returns what a text says, or {@code null} if it is none of a trigger's. One that
	 * has the separator in a value tells no row.
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
