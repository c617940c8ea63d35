package io.fusemount.sample.archive;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A file of any kind as a directory shows it.
 */
public record ListedFile(Long id, String name, long size, @Nullable Instant modified) {

	/** The beginning of a query of files {@code e}, up to the name of their entity. */
	public static final String SELECT = "select new io.fusemount.sample.archive.ListedFile(e.id, e.name, e.size, e.modified) from ";

}
