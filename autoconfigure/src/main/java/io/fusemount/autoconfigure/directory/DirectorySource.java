package io.fusemount.autoconfigure.directory;

import java.util.function.BiConsumer;

import io.fusemount.core.node.Directory;

/**
 * Where directories of the mount come from.
 */
@FunctionalInterface
public interface DirectorySource {

	/**
	 * Passes each directory with its path below the mount point.
	 */
	void forEach(BiConsumer<String, Directory> action);

}
