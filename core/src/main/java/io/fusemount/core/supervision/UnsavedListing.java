package io.fusemount.core.supervision;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NotDirectoryException;
import java.time.Instant;
import java.util.List;

import io.fusemount.core.operation.Viewer;
import org.jspecify.annotations.Nullable;

/**
 * The content that could not be stored and is kept, at one moment.
 *
 * @param copies the copies, oldest first; empty if they cannot be listed
 * @param failure the reason why they cannot be listed, or {@code null} if they can
 */
public record UnsavedListing(List<UnsavedCopy> copies, @Nullable IOException failure) {

	/** An empty listing. */
	public static final UnsavedListing NONE = new UnsavedListing(List.of(), null);

	/**
	 * Returns the number of copies.
	 */
	public int files() {
		return this.copies.size();
	}

	/**
	 * Returns the number of bytes that were written to the copies.
	 */
	public long bytes() {
		return this.copies.stream().mapToLong(UnsavedCopy::bytes).sum();
	}

	/**
	 * Returns the copies that the viewer may see.
	 */
	public UnsavedListing seenBy(Viewer viewer) {
		return new UnsavedListing(this.copies.stream().filter((copy) -> viewer.sees(copy.user())).toList(),
				this.failure);
	}

	/**
	 * Returns the time from which the oldest copy has been kept, or {@code null} if none
	 * is known.
	 */
	public @Nullable Instant oldest() {
		return this.copies.isEmpty() ? null : this.copies.get(0).kept();
	}

	/**
	 * Returns the reason why the copies cannot be listed, or {@code null} if they can.
	 * The reason names no path, because users see the mount and not the disk of the
	 * server.
	 */
	public @Nullable String reason() {
		if (this.failure == null) {
			return null;
		}
		if (this.failure instanceof AccessDeniedException) {
			return "Permission denied";
		}
		if (this.failure instanceof NotDirectoryException) {
			return "Not a directory";
		}
		String reason = (this.failure instanceof FileSystemException file) ? file.getReason() : null;
		return (reason != null) ? reason : "the server's disk could not be read";
	}

}
