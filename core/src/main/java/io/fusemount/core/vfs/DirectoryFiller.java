package io.fusemount.core.vfs;

import io.fusemount.core.node.Node;

/**
 * Receives the entries of a directory in order.
 */
@FunctionalInterface
public interface DirectoryFiller {

	/**
	 * Adds one entry.
	 * @param name the name, {@code .} and {@code ..} included
	 * @param status the status; its inode number and kind are always correct
	 * @param nextOffset the offset of the next entry, never 0
	 * @return whether there was room for the entry
	 */
	boolean add(String name, FileStatus status, long nextOffset);

	/**
	 * Adds one entry with its node.
	 * <p>
	 * The default implementation ignores the node.
	 * @param node a snapshot of the node, the directory itself for {@code .} and
	 * {@code ..}
	 */
	default boolean add(String name, Node node, FileStatus status, long nextOffset) {
		return add(name, status, nextOffset);
	}

}
