package io.fusemount.conformance.mounted;

import java.nio.file.Path;

import io.fusemount.conformance.directory.TestedDirectory;
import io.fusemount.conformance.transport.MountedFiles;
import io.fusemount.core.mount.Transport;

/**
 * Files in memory, in a directory that programs could have created, seen through the
 * kernel.
 */
interface MountedDirectory extends TestedDirectory {

	/**
	 * Returns the transport under test.
	 */
	Transport transport();

	/**
	 * Returns the files that the transport has mounted for all tests of the class.
	 */
	MountedFiles mounted();

	@Override
	default Path directory() {
		return mounted().directory();
	}

	@Override
	default boolean hasSubdirectories() {
		return true;
	}

}
