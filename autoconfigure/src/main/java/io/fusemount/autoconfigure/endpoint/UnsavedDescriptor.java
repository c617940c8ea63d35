package io.fusemount.autoconfigure.endpoint;

import java.time.Instant;

import io.fusemount.core.supervision.UnsavedListing;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * What the endpoint tells of files that could not be stored and are kept.
 *
 * @param files their number
 * @param bytes their size together
 * @param oldest since when the oldest is kept
 * @param failure why they cannot be listed, {@code null} if they can
 */
public record UnsavedDescriptor(int files, long bytes, @Nullable Instant oldest, @Nullable String failure) {

	static UnsavedDescriptor of(VirtualFileSystem fileSystem) {
		UnsavedListing unsaved = fileSystem.unsaved();
		return new UnsavedDescriptor(unsaved.files(), unsaved.bytes(), unsaved.oldest(), unsaved.reason());
	}

}
