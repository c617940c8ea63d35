package io.fusemount.transport.jnr.callback;

import java.io.ByteArrayOutputStream;
import java.util.List;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.NativeText;

/**
 * The operations on extended attributes, which can be read but not set.
 */
final class ExtendedAttributeCallbacks {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final String ACCESS_LIST_PREFIX = "system.posix_acl_";

	private final VirtualFileSystem fileSystem;

	private final Door door;

	ExtendedAttributeCallbacks(VirtualFileSystem fileSystem, Door door) {
		this.fileSystem = fileSystem;
		this.door = door;
	}

	void register(FunctionTable table) {
		table.pppp(Operation.GETXATTR, this::getxattr);
		table.ppp(Operation.LISTXATTR, this::listxattr);
		table.ppppi(Operation.SETXATTR, this::setxattr);
		table.pp(Operation.REMOVEXATTR, this::removexattr);
	}

	private int getxattr(long path, long name, long buffer, long size) {
		return this.door.askPath(Operation.GETXATTR, path, (text) -> answer(buffer, size, this.fileSystem
			.extendedAttribute(this.fileSystem.resolve(text), NativeText.decode(NativeText.bytes(name)))));
	}

	private int listxattr(long path, long buffer, long size) {
		return this.door.askPath(Operation.LISTXATTR, path, (text) -> answer(buffer, size,
				concatenate(this.fileSystem.extendedAttributes(this.fileSystem.resolve(text)))));
	}

	private int setxattr(long path, long name, long value, long size, int flags) {
		return this.door.onPath(Operation.SETXATTR, path, (text) -> set(text, name));
	}

	private int removexattr(long path, long name) {
		return this.door.onPath(Operation.REMOVEXATTR, path, (text) -> set(text, name));
	}

	/** An access control list says who may do what, as mode bits do. */
	private void set(String path, long name) {
		if (NativeText.describe(NativeText.bytes(name)).startsWith(ACCESS_LIST_PREFIX)) {
			this.fileSystem.setAccessList(this.fileSystem.resolve(path));
			return;
		}
		throw new ErrnoException(Errno.EOPNOTSUPP, "Extended attributes can not be set");
	}

	/** A size of 0 asks how large the buffer would have to be. */
	private static long answer(long buffer, long size, byte[] value) {
		if (size == 0) {
			return value.length;
		}
		if (value.length > size) {
			throw new ErrnoException(Errno.ERANGE, "The value has " + value.length + " bytes, the buffer " + size);
		}
		MEMORY.putByteArray(buffer, value, 0, value.length);
		return value.length;
	}

	private static byte[] concatenate(List<String> names) {
		ByteArrayOutputStream list = new ByteArrayOutputStream();
		names.forEach((name) -> list.writeBytes(NativeText.encode(name)));
		return list.toByteArray();
	}

}
