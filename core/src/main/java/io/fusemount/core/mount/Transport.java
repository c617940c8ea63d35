package io.fusemount.core.mount;

import java.nio.file.Path;

import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * Extension point: passes the operations of programs to a {@link VirtualFileSystem}.
 */
public interface Transport {

	/**
	 * Mounts the filesystem and returns after a request has come back through the kernel.
	 * A dead mount of an earlier process at the same mount point is removed first.
	 * @throws MountException if mounting is not possible
	 */
	TransportSession mount(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options);

	/**
	 * Whether this process has the connection to the kernel of an earlier one that has
	 * left its mount. Never accesses the mount, which does not answer then.
	 * <p>
	 * The default implementation returns {@code false}.
	 */
	default boolean inherits(MountOptions options) {
		return false;
	}

	/**
	 * Gets the connection to the kernel from the process that has it, as late as
	 * possible: that process has left the mount then, and programs wait for this one.
	 * Never accesses the mount.
	 * <p>
	 * The default implementation returns what was {@linkplain #inherits inherited}.
	 * @param spool the directory of the mount's spool, which nobody has opened here
	 */
	default Inheritance inherit(MountOptions options, Path spool) {
		return inherits(options) ? Inheritance.CONNECTION : Inheritance.NONE;
	}

	/**
	 * Records that this process serves its mounts for good: the process that had them
	 * before does not get them back if this one ends.
	 * <p>
	 * The default implementation does nothing.
	 */
	default void established() {
	}

	/**
	 * Records that a mount which this process has {@linkplain #inherit inherited} could
	 * not be served.
	 * <p>
	 * The default implementation does nothing.
	 */
	default void failed(MountOptions options) {
	}

}
