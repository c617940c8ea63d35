package io.fusemount.data.jpa.scope;

import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.RowIdentity;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether rows can be given the value that a directory stands for.
 */
final class Writability {

	private Writability() {
	}

	/**
	 * Returns why a property cannot be given a value, or {@code null} if it can.
	 * @param nothing whether the value is {@code null}
	 */
	static @Nullable String refusal(RowIdentity rows, PropertyPath path, boolean nothing) {
		if (!path.isOwn()) {
			return rows.entity() + "." + path + " is a property of another entity, and no directory says which one";
		}
		if (!path.property().isWritable()) {
			return rows.entity() + "." + path + " cannot be written";
		}
		return (nothing && !path.isNullable()) ? rows.entity() + "." + path + " must have a value" : null;
	}

}
