package io.fusemount.core.mount;

import io.fusemount.core.handover.Notebook;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

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
	 * Returns what the process before wrote down, as it served the mount, for the case
	 * that it crashes. It counts if the process has not left the mount in order.
	 * <p>
	 * The default implementation returns {@code null}: nothing was written down.
	 */
	default Notebook.@Nullable Contents inheritedNotes(MountOptions options) {
		return null;
	}

}
