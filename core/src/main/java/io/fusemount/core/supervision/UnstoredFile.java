package io.fusemount.core.supervision;

import org.jspecify.annotations.Nullable;

/**
 * A file with changes that are not stored.
 *
 * @param path where it is on the mount
 * @param bytes how much content that is
 * @param failure why the last attempt to store it failed, {@code null} if there was none
 * since it was changed
 */
public record UnstoredFile(String path, long bytes, @Nullable String failure) {

}
