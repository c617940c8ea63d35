package io.fusemount.conformance.directory;

import java.nio.file.Path;

/**
 * The directory that a kit works in, and what its filesystem can do beyond files. The
 * defaults describe a repository.
 */
public interface TestedDirectory {

	/**
	 * Returns the directory: it exists, can be written and is empty. A kit removes what
	 * it has put there.
	 */
	Path directory();

	/**
	 * Whether a file can have several names.
	 */
	default boolean hasHardLinks() {
		return false;
	}

	/**
	 * Whether a name can stand for a path.
	 */
	default boolean hasSymbolicLinks() {
		return false;
	}

	/**
	 * Whether directories can be made in the directory.
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
	 * Whether a rename can be asked to replace nothing ({@code RENAME_NOREPLACE}).
	 */
	default boolean canRenameWithoutReplacing() {
		return true;
	}

}
