package io.fusemount.core.node;

import org.jspecify.annotations.Nullable;

/**
 * The report of a node that was created, changed or deleted.
 *
 * @param node the node that has changed; a directory if it was itself created, renamed,
 * moved or removed, not if its entries changed
 * @param directory the parent directory of the node, or {@code null} if unknown. If it is
 * known, only this directory and the one in which the node was last found are treated as
 * changed: a move between directories is reported twice, once for each of them
 * @param deleted whether the node is known not to exist in any directory
 * @param preceding whether the node has its name even if a file has that, which then gets
 * another one
 */
public record NodeChange(NodeKey node, @Nullable NodeKey directory, boolean deleted, boolean preceding) {

	/**
	 * Creates the report of a node that takes no name from others.
	 */
	public NodeChange(NodeKey node, @Nullable NodeKey directory, boolean deleted) {
		this(node, directory, deleted, false);
	}

	/**
	 * Creates the report of a node that may exist.
	 */
	public NodeChange(NodeKey node, @Nullable NodeKey directory) {
		this(node, directory, false);
	}

	/**
	 * Returns the change of a node in an unknown directory.
	 */
	public static NodeChange of(NodeKey node) {
		return new NodeChange(node, null);
	}

}
