package io.fusemount.core.vfs;

import io.fusemount.core.supervision.ContentCacheStatistics;
import io.fusemount.core.supervision.FileTotal;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.supervision.UnsavedListing;
import org.jspecify.annotations.Nullable;

/**
 * The state of a filesystem, for administrators and meters.
 */
public interface FileSystemState {

	/**
	 * Returns how often cached data was dropped because others may have changed it.
	 */
	default long invalidations() {
		return 0;
	}

	/**
	 * Returns the number of open handles.
	 */
	int openHandles();

	/**
	 * Returns the maximum size of a file in bytes.
	 */
	default long maxFileSize() {
		return Long.MAX_VALUE;
	}

	/**
	 * Returns the kept content that could not be stored.
	 * <p>
	 * The default implementation returns an empty listing.
	 */
	default UnsavedListing unsaved() {
		return UnsavedListing.NONE;
	}

	/**
	 * Returns the number of files without a row: new files before their first commit, and
	 * files that stay local.
	 */
	default int newFiles() {
		return 0;
	}

	/**
	 * Returns the number of files that have scratch names and stay local.
	 */
	default FileTotal scratch() {
		return FileTotal.NONE;
	}

	/**
	 * Returns the statistics of the content kept on the local disk.
	 */
	default ContentCacheStatistics contentCache() {
		return ContentCacheStatistics.NONE;
	}

	/**
	 * Returns the administrator's view and actions, or {@code null} if there are none.
	 */
	default @Nullable Supervision supervision() {
		return null;
	}

}
