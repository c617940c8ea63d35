package io.fusemount.conformance.directory;

import java.nio.file.Path;

/**
 * The directory in which a kit works, and the features of its filesystem beyond files.
 * The defaults describe a repository.
 */
public interface TestedDirectory {

	/**
	 * Returns the directory, which exists, is writable and is empty. A kit removes the
	 * files that it creates in it.
	 */
	Path directory();

	/**
	 * Whether a file can have several names.
	 */
	default boolean hasHardLinks() {
		return false;
	}

	/**
	 * Whether symbolic links are supported.
	 */
	default boolean hasSymbolicLinks() {
		return false;
	}

	/**
	 * Whether directories can be created in the directory.
	 */
	default boolean hasSubdirectories() {
		return false;
	}

	/**
	 * Whether mode bits can be changed.
	 */
	default boolean hasPermissions() {
		return false;
	}

	/**
	 * Whether a rename can be requested to replace nothing ({@code RENAME_NOREPLACE}).
	 */
	default boolean canRenameWithoutReplacing() {
		return true;
	}

}
