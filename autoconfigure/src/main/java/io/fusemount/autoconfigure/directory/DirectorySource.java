package io.fusemount.autoconfigure.directory;

import java.util.function.BiConsumer;

import io.fusemount.core.node.Directory;

/**
 * Where directories of the mounts come from.
 */
@FunctionalInterface
public interface DirectorySource {

	/**
	 * Passes each directory of a mount with its path below the mount point.
	 */
	void forEach(String mount, BiConsumer<String, Directory> action);

}
