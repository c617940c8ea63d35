package io.fusemount.sample.archive;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A file of any kind as a directory shows it.
 */
public record ListedFile(Long id, String name, long size, @Nullable Instant modified) {

}
