package io.fusemount.autoconfigure.endpoint;

import java.time.Instant;

import io.fusemount.core.spool.LocalFiles;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * What the endpoint tells of files that could not be stored and are kept.
 *
 * @param files their number
 * @param bytes their size together
 * @param oldest since when the oldest is kept
 */
public record UnsavedDescriptor(int files, long bytes, @Nullable Instant oldest) {

	static UnsavedDescriptor of(VirtualFileSystem fileSystem) {
		LocalFiles unsaved = fileSystem.unsaved();
		return new UnsavedDescriptor(unsaved.files(), unsaved.bytes(), fileSystem.unsavedSince());
	}

}
