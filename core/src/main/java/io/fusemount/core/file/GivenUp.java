package io.fusemount.core.file;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * What has become of a file whose handle ended without anything being stored.
 *
 * @param othersOpen whether other handles have it open
 * @param kept where its changes are kept, {@code null} if there are none or they stay
 * with the other handles
 */
public record GivenUp(boolean othersOpen, @Nullable Path kept) {

}
