package io.fusemount.data.jpa.tree;

import java.util.function.Function;

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
 */
public record KeyedRows(RowMapping row, Function<Object, NodeKey> key, Function<Object, @Nullable NodeKey> directory,
		boolean changeable) {

	/**
	 * Returns the entity class.
	 */
	public Class<?> type() {
		return this.row.type();
	}

}
