package io.fusemount.core.node;

import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * What the source of a node tells of it to programs beside its content and its
 * attributes, as it was at the time of the snapshot. Never blocks.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/xattr.7.html">xattr(7)</a>
 */
public interface ExtendedAttributes {

	/**
	 * What begins the names of all of them.
	 */
	String PREFIX = "user.";

	/**
	 * There are none.
	 */
	ExtendedAttributes NONE = new ExtendedAttributes() {

		@Override
		public List<String> names() {
			return List.of();
		}

		@Override
		public byte @Nullable [] value(String name) {
			return null;
		}

	};

	/**
	 * Returns the names of those that have a value, in the order in which programs list
	 * them.
	 */
	List<String> names();

	/**
	 * Returns the value of an attribute, {@code null} if there is none of this name.
	 */
	byte @Nullable [] value(String name);

	/**
	 * Requires that an attribute can have a value.
	 * <p>
	 * By default, none can be set.
	 * @param value the value, {@code null} to remove the attribute
	 * @throws ErrnoException {@code EOPNOTSUPP} if programs cannot change an attribute of
	 * this name, {@code EINVAL} if it cannot have this value
	 */
	default void requireSettable(String name, byte @Nullable [] value) {
		throw new ErrnoException(Errno.EOPNOTSUPP, "There is no attribute " + name + " that programs can change",
				"Let the entity have one with @FileAttribute(writable = true)", null);
	}

}
