package io.fusemount.transport.jnr.callback;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * The handles opened by a session, and the paths by which they were opened, for log
 * lines: libfuse is configured not to look paths up for operations on handles.
 */
final class OpenPaths {

	private final Map<Long, OpenPath> paths = new ConcurrentHashMap<>();

	void opened(Operation operation, HandleId handle, String path) {
		this.paths.put(handle.value(), new OpenPath(path, operation == Operation.OPENDIR));
	}

	void released(HandleId handle) {
		this.paths.remove(handle.value());
	}

	/**
	 * Releases all open handles, for a kernel that will not release them any longer.
	 */
	void releaseAll(VirtualFileSystem fileSystem, Dispatcher dispatcher) {
		this.paths.forEach((handle, path) -> {
			this.paths.remove(handle);
			try {
				dispatcher.dispatch(path.directory() ? Operation.RELEASEDIR : Operation.RELEASE, path.path(), () -> {
					release(fileSystem, new HandleId(handle), path.directory());
					return 0;
				});
			}
			catch (ErrnoException ex) {
				// The listener has been notified, and the other handles are released
				// nevertheless.
			}
		});
	}

	private static void release(VirtualFileSystem fileSystem, HandleId handle, boolean directory) {
		try {
			if (directory) {
				fileSystem.releaseDirectory(handle);
			}
			else {
				fileSystem.release(handle);
			}
		}
		catch (ErrnoException ex) {
			// The handle may have been released when the filesystem was closed.
			if (ex.errno() != Errno.EBADF) {
				throw ex;
			}
		}
	}

	/** Returns an object that computes the path when it is printed. */
	Object subject(HandleId handle) {
		return new Object() {

			@Override
			public String toString() {
				OpenPath open = OpenPaths.this.paths.get(handle.value());
				return (open != null) ? open.path() : "handle " + handle.value();
			}

		};
	}

	/**
	 * The origin of a handle.
	 *
	 * @param path the path by which it was opened
	 * @param directory whether a directory was opened
	 */
	private record OpenPath(String path, boolean directory) {

	}

}
