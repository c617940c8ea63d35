package io.fusemount.conformance.directory;

/**
 * A directory of an ordinary local disk, which has everything that a kit may use.
 */
public interface LocalDisk extends TestedDirectory {

	@Override
	default boolean hasHardLinks() {
		return true;
	}

	@Override
	default boolean hasSymbolicLinks() {
		return true;
	}

	@Override
	default boolean hasSubdirectories() {
		return true;
	}

	@Override
	default boolean hasPermissions() {
		return true;
	}

}
