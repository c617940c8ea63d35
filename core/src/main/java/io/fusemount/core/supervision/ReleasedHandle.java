package io.fusemount.core.supervision;

import org.jspecify.annotations.Nullable;

/**
 * What has become of a handle that was taken from its program.
 *
 * @param path the file
 * @param othersOpen whether other handles have it open, which its changes stay with
 * @param keptAs where its changes are on the mount, {@code null} if there were none or
 * they stay
 */
public record ReleasedHandle(String path, boolean othersOpen, @Nullable String keptAs) {

}
