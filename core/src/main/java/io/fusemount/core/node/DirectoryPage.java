package io.fusemount.core.node;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Some entries of a directory, in the directory's own order.
 *
 * @param entries the entries
 * @param next the position of the next page, or {@code null} if this is the last one
 */
public record DirectoryPage(List<DirectoryEntry> entries, @Nullable String next) {

	public DirectoryPage {
		entries = List.copyOf(entries);
	}

}
