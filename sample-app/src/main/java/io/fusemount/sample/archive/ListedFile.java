package io.fusemount.sample.archive;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A file as a directory shows it, whatever it is about.
 */
public record ListedFile(Long id, String name, long size, @Nullable Instant modified) {

}
