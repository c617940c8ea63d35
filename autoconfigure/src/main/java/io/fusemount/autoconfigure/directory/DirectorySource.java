package io.fusemount.autoconfigure.directory;

import java.util.function.BiConsumer;

import io.fusemount.core.node.Directory;

/**
 * A source of directories for the mounts.
 */
@FunctionalInterface
public interface DirectorySource {

	/**
	 * Passes each directory of a mount to the action, with its path below the mount
	 * point.
	 */
	void forEach(String mount, BiConsumer<String, Directory> action);

}
