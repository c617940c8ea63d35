package io.fusemount.transport.device.protocol;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.operation.Presence;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.NativeText;
import org.jspecify.annotations.Nullable;

/**
 * Extended attributes.
 */
public final class ExtendedAttributes {

	private static final String ACCESS_LIST_PREFIX = "system.posix_acl_";

	private static final String USER_PREFIX = io.fusemount.core.node.ExtendedAttributes.PREFIX;

	/** {@code XATTR_CREATE}. */
	private static final int CREATE = 1;

	/** {@code XATTR_REPLACE}. */
	private static final int REPLACE = 2;

	private ExtendedAttributes() {
	}

	/**
	 * Returns the value of an attribute. An unsupported namespace is rejected without a
	 * look-up of the file, and programs then do not ask for it again with other files:
	 * {@code ls -l} asks for {@code security.selinux} and
	 * {@code system.posix_acl_access}.
	 * @param node looks up the node
	 * @throws ErrnoException {@code ENODATA} if the attribute does not exist, {@code
	 * EOPNOTSUPP} if it is not in the namespace of users
	 * @see <a href="https://man7.org/linux/man-pages/man7/xattr.7.html">xattr(7)</a>
	 */
	public static byte[] get(VirtualFileSystem fileSystem, Supplier<Node> node, byte[] name) {
		String text = NativeText.decode(name);
		if (!text.startsWith(USER_PREFIX)) {
			throw new ErrnoException(Errno.EOPNOTSUPP, "Only attributes of " + USER_PREFIX + "* are supported");
		}
		return fileSystem.extendedAttribute(node.get(), text);
	}

	/**
	 * Returns names in the format of {@code listxattr(2)}, one after the other.
	 */
	public static byte[] list(List<String> names) {
		ByteArrayOutputStream list = new ByteArrayOutputStream();
		names.forEach((name) -> list.writeBytes(NativeText.encode(name)));
		return list.toByteArray();
	}

	/**
	 * Requires that a value fits into the buffer of the caller.
	 * @param size the size of the buffer in bytes
	 * @throws ErrnoException {@code ERANGE} if it does not
	 */
	public static void requireRoom(byte[] value, long size) {
		if (value.length > size) {
			throw new ErrnoException(Errno.ERANGE, "The value has " + value.length + " bytes, the buffer " + size);
		}
	}

	/**
	 * Sets an attribute. An access control list is handled like a change of mode bits.
	 * @param node looks up the node if it is needed
	 * @param flags those of {@code setxattr(2)}
	 * @throws ErrnoException {@code EOPNOTSUPP} if the attribute is neither such a list
	 * nor in the namespace of users
	 */
	public static void set(VirtualFileSystem fileSystem, Supplier<Node> node, byte[] name, byte[] value, int flags) {
		set(fileSystem, node, name, value, switch (flags & (CREATE | REPLACE)) {
			case CREATE -> Presence.ABSENT;
			case REPLACE -> Presence.PRESENT;
			default -> Presence.ANY;
		});
	}

	/**
	 * Removes an attribute.
	 * @param node looks up the node if it is needed
	 * @throws ErrnoException as for {@link #set}
	 */
	public static void remove(VirtualFileSystem fileSystem, Supplier<Node> node, byte[] name) {
		set(fileSystem, node, name, null, Presence.PRESENT);
	}

	private static void set(VirtualFileSystem fileSystem, Supplier<Node> node, byte[] name, byte @Nullable [] value,
			Presence presence) {
		String text = NativeText.decode(name);
		if (text.startsWith(ACCESS_LIST_PREFIX)) {
			fileSystem.setAccessList(node.get());
		}
		else if (text.startsWith(USER_PREFIX)) {
			fileSystem.setExtendedAttribute(node.get(), text, value, presence);
		}
		else {
			throw new ErrnoException(Errno.EOPNOTSUPP, "Only attributes of " + USER_PREFIX + "* are supported");
		}
	}

}
