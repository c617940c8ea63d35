package io.fusemount.transport.jnr.callback;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.device.protocol.ExtendedAttributes;

/**
 * The operations on extended attributes.
 */
final class ExtendedAttributeCallbacks {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final OpenNodes nodes;

	ExtendedAttributeCallbacks(VirtualFileSystem fileSystem, Door door, OpenNodes nodes) {
		this.fileSystem = fileSystem;
		this.door = door;
		this.nodes = nodes;
	}

	void register(FunctionTable table) {
		table.pppp(Operation.GETXATTR, this::getxattr);
		table.ppp(Operation.LISTXATTR, this::listxattr);
		table.ppppi(Operation.SETXATTR, this::setxattr);
		table.pp(Operation.REMOVEXATTR, this::removexattr);
	}

	private int getxattr(long path, long name, long buffer, long size) {
		return this.door.askPath(Operation.GETXATTR, path, (text) -> answer(buffer, size,
				ExtendedAttributes.get(this.fileSystem, () -> this.nodes.resolve(text), NativeText.bytes(name))));
	}

	private int listxattr(long path, long buffer, long size) {
		return this.door.askPath(Operation.LISTXATTR, path, (text) -> answer(buffer, size,
				ExtendedAttributes.list(this.fileSystem.extendedAttributes(this.nodes.resolve(text)))));
	}

	private int setxattr(long path, long name, long value, long size, int flags) {
		return this.door.onPath(Operation.SETXATTR, path, (text) -> {
			byte[] bytes = new byte[(int) size];
			MEMORY.getByteArray(value, bytes, 0, bytes.length);
			ExtendedAttributes.set(this.fileSystem, () -> this.nodes.resolve(text), NativeText.bytes(name), bytes,
					flags);
		});
	}

	private int removexattr(long path, long name) {
		return this.door.onPath(Operation.REMOVEXATTR, path, (text) -> ExtendedAttributes.remove(this.fileSystem,
				() -> this.nodes.resolve(text), NativeText.bytes(name)));
	}

	/** A size of 0 asks for the required size of the buffer. */
	private static long answer(long buffer, long size, byte[] value) {
		if (size == 0) {
			return value.length;
		}
		ExtendedAttributes.requireRoom(value, size);
		MEMORY.putByteArray(buffer, value, 0, value.length);
		return value.length;
	}

}
