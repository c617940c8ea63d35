package io.fusemount.core.supervision;

import org.jspecify.annotations.Nullable;

/**
 * The result of taking a handle away from its program.
 *
 * @param path the path of the file
 * @param othersOpen whether other handles have the file open, which keep its changes
 * @param keptAs the place of its changes on the mount, {@code null} if there were none or
 * other handles keep them
 */
public record ReleasedHandle(String path, boolean othersOpen, @Nullable String keptAs) {

}
