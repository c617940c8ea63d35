package io.fusemount.core.node;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The changes that one transaction makes to a file.
 *
 * @param content the whole new content, or {@code null} to leave it unchanged
 * @param modified the modification time that a program has set, or {@code null} for the
 * time of the change, if the content changes
 * @param changed the time of the change, which programs have seen as the modification
 * time, or {@code null} for now
 * @param created the birth time of a new file, which programs have seen, or {@code null}
 * for now
 */
public record FileChanges(@Nullable ContentSource content, @Nullable Instant modified, @Nullable Instant changed,
		@Nullable Instant created) {

	/**
	 * Creates changes whose times no program has seen.
	 */
	public FileChanges(@Nullable ContentSource content, @Nullable Instant modified) {
		this(content, modified, null, null);
	}

}
