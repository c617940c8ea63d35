package io.fusemount.data.jpa.tree;

import java.util.function.Function;

import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.mapping.RowMapping;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an entity, as files or directories of a mount.
 *
 * @param row the entity's properties
 * @param key returns the key of a row's file or directory, by the row's id
 * @param directory returns the key of the directory of an entity's row, or {@code null}
 * if unknown
 * @param changeable whether programs can change, delete or move the files or directories
 * @param preceding whether the rows are directories that precede files of their names
 */
public record KeyedRows(RowMapping row, Function<Object, NodeKey> key, Function<Object, @Nullable NodeKey> directory,
		boolean changeable, boolean preceding) {

	/**
	 * Returns the change of a row.
	 * @param place the key of the directory in which the row is, {@code null} if unknown
	 */
	public NodeChange change(NodeKey node, @Nullable NodeKey place, boolean deleted) {
		return new NodeChange(node, place, deleted, this.preceding);
	}

	/**
	 * Returns the entity class.
	 */
	public Class<?> type() {
		return this.row.type();
	}

}
