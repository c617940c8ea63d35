package io.fusemount.core.revision;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * What could not be stored when the last handle was closed.
 *
 * @param place where the bytes are kept, {@code null} if there are none
 * @param missing how many of them belong to the old content, could not be fetched any
 * more, and are zeros therefore
 * @param failure why
 * @param told whether a program has been told why
 */
public record Unsaved(@Nullable Path place, long missing, RuntimeException failure, boolean told) {

}
