package io.fusemount.core.node;

import org.jspecify.annotations.Nullable;

/**
 * News about a node: it was created, changed or deleted.
 *
 * @param node what has changed; a directory if it was made, renamed, moved or removed,
 * not if something in it was
 * @param directory the directory that it is in, or {@code null} if that is not known.
 * Where it is known, no other directory is taken for changed, but the one in which the
 * node was found last: of what has left a directory, tell once with that and once with
 * the other one
 */
public record NodeChange(NodeKey node, @Nullable NodeKey directory) {

	/**
	 * Returns news about a node in whatever directory.
	 */
	public static NodeChange of(NodeKey node) {
		return new NodeChange(node, null);
	}

}
