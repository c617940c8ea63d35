package io.fusemount.core.file;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * What could not be stored when the last handle was closed.
 *
 * @param place where the bytes are kept, {@code null} if only times were to change
 * @param failure why
 */
public record Rejection(@Nullable Path place, RuntimeException failure) {

}
