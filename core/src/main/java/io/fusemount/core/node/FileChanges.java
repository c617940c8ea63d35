package io.fusemount.core.node;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What one transaction changes in a file.
 *
 * @param content the whole new content, or {@code null} to leave it
 * @param modified the modification time that a program asked for, or {@code null} for the
 * usual one: now, if the content changes
 */
public record FileChanges(@Nullable ContentSource content, @Nullable Instant modified) {

}
