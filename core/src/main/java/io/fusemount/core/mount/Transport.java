package io.fusemount.core.mount;

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

}
