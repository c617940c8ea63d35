package io.fusemount.core.mount;

import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * Extension point: carries the operations of programs to a {@link VirtualFileSystem}.
 */
public interface Transport {

	/**
	 * Mounts the filesystem and returns when a request has come back through the kernel.
	 * A dead mount of an earlier process at the same place is cleared first.
	 * @throws MountException if it is not possible
	 */
	TransportSession mount(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options);

}
