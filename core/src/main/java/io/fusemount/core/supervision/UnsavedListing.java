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
 * What could not be stored and is kept, at one moment.
 *
 * @param copies the copies, the oldest first; none if they cannot be listed
 * @param failure why they cannot be listed, or {@code null} if they can
 */
public record UnsavedListing(List<UnsavedCopy> copies, @Nullable IOException failure) {

	/** Nothing is kept. */
	public static final UnsavedListing NONE = new UnsavedListing(List.of(), null);

	/**
	 * Returns how many there are.
	 */
	public int files() {
		return this.copies.size();
	}

	/**
	 * Returns how many bytes of them were written.
	 */
	public long bytes() {
		return this.copies.stream().mapToLong(UnsavedCopy::bytes).sum();
	}

	/**
	 * Returns those that somebody is to see.
	 */
	public UnsavedListing seenBy(Viewer viewer) {
		return new UnsavedListing(this.copies.stream().filter((copy) -> viewer.sees(copy.user())).toList(),
				this.failure);
	}

	/**
	 * Returns since when the oldest copy is here, or {@code null} if none is known.
	 */
	public @Nullable Instant oldest() {
		return this.copies.isEmpty() ? null : this.copies.get(0).kept();
	}

	/**
	 * Returns why they cannot be listed, or {@code null} if they can. Users see the mount
	 * and not the disk of the server, so it names no path.
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
		return (reason != null) ? reason : this.failure.getClass().getSimpleName();
	}

}
