package io.fusemount.core.supervision;

import org.jspecify.annotations.Nullable;

/**
 * A file with changes that are not stored.
 *
 * @param path the path on the mount
 * @param bytes the size of the changes in bytes
 * @param failure why the last attempt to store it failed, {@code null} if there was no
 * attempt since its last change
 */
public record UnstoredFile(String path, long bytes, @Nullable String failure) {

}
