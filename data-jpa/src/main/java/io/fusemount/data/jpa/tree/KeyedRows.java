package io.fusemount.data.jpa.tree;

import java.util.function.Function;

import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.mapping.RowMapping;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an entity, as files or directories of a mount.
 *
 * @param row the entity's properties
 * @param key the key of a row's file or directory, by its id
 * @param directory the key of the directory that the row of an entity is in, or
 * {@code null} if it is not known
 * @param changeable whether programs can change, delete or move them there
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
