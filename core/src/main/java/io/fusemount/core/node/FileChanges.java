package io.fusemount.core.node;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The changes that one transaction makes to a file.
 *
 * @param content the whole new content, or {@code null} to leave it unchanged
 * @param modified the modification time that a program has set, or {@code null} for the
 * default: now, if the content changes
 */
public record FileChanges(@Nullable ContentSource content, @Nullable Instant modified) {

}
