package io.fusemount.autoconfigure.endpoint;

import java.time.Instant;

import io.fusemount.core.supervision.UnsavedListing;
import org.jspecify.annotations.Nullable;

/**
 * The kept files that could not be stored.
 *
 * @param files the number of files
 * @param bytes their total size
 * @param oldest the time from which the oldest file has been kept
 * @param failure why the files cannot be listed, {@code null} if they can
 */
public record UnsavedDescriptor(int files, long bytes, @Nullable Instant oldest, @Nullable String failure) {

	static UnsavedDescriptor of(UnsavedListing unsaved) {
		return new UnsavedDescriptor(unsaved.files(), unsaved.bytes(), unsaved.oldest(), unsaved.reason());
	}

}
