package io.fusemount.transport.device.protocol;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.NativeText;

/**
 * Extended attributes, which can be read but not set.
 */
public final class ExtendedAttributes {

	private static final String ACCESS_LIST_PREFIX = "system.posix_acl_";

	private static final String USER_PREFIX = "user.";

	private ExtendedAttributes() {
	}

	/**
	 * Returns the value of an attribute. That a namespace of attributes is not supported
	 * is told without looking at the file, and programs ask for it of no further one:
	 * {@code ls -l} asks for {@code security.selinux} and
	 * {@code system.posix_acl_access}.
	 * @param node looks up what it is about
	 * @throws ErrnoException {@code ENODATA} if it is not there, {@code EOPNOTSUPP} if it
	 * is none of users
	 * @see <a href="https://man7.org/linux/man-pages/man7/xattr.7.html">xattr(7)</a>
	 */
	public static byte[] get(VirtualFileSystem fileSystem, Supplier<Node> node, byte[] name) {
		String text = NativeText.decode(name);
		if (!text.startsWith(USER_PREFIX)) {
			throw new ErrnoException(Errno.EOPNOTSUPP, "There are no attributes but " + USER_PREFIX + "*");
		}
		return fileSystem.extendedAttribute(node.get(), text);
	}

	/**
	 * Returns names as {@code listxattr(2)} has them, one after the other.
	 */
	public static byte[] list(List<String> names) {
		ByteArrayOutputStream list = new ByteArrayOutputStream();
		names.forEach((name) -> list.writeBytes(NativeText.encode(name)));
		return list.toByteArray();
	}

	/**
	 * Requires that a value fits into the buffer of who asks for it.
	 * @param size the size of the buffer in bytes
	 * @throws ErrnoException {@code ERANGE} if it does not
	 */
	public static void requireRoom(byte[] value, long size) {
		if (value.length > size) {
			throw new ErrnoException(Errno.ERANGE, "The value has " + value.length + " bytes, the buffer " + size);
		}
	}

	/**
	 * Sets or removes an attribute. An access control list says who may do what, as mode
	 * bits do.
	 * @param node looks up what it is about, if it is one
	 * @throws ErrnoException {@code EOPNOTSUPP} if it is no such list
	 */
	public static void set(VirtualFileSystem fileSystem, Supplier<Node> node, byte[] name) {
		if (!NativeText.describe(name).startsWith(ACCESS_LIST_PREFIX)) {
			throw new ErrnoException(Errno.EOPNOTSUPP, "Extended attributes can not be set");
		}
		fileSystem.setAccessList(node.get());
	}

}
