package io.fusemount.core.vfs;

import io.fusemount.core.node.Node;

/**
 * Takes the entries of a directory as they come.
 */
@FunctionalInterface
public interface DirectoryFiller {

	/**
	 * Takes one entry.
	 * @param name its name, {@code .} and {@code ..} included
	 * @param status its status; its inode number and kind are always right
	 * @param nextOffset where to go on after this entry, never 0
	 * @return whether there was room for it
	 */
	boolean add(String name, FileStatus status, long nextOffset);

	/**
	 * Takes one entry with the node that it stands for.
	 * <p>
	 * The default is for who does not want to know that node.
	 * @param node a snapshot of it, the directory itself for {@code .} and {@code ..}
	 */
	default boolean add(String name, Node node, FileStatus status, long nextOffset) {
		return add(name, status, nextOffset);
	}

}
