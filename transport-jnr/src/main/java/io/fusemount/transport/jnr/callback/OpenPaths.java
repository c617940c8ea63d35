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
 * The handles that a session has opened, and the paths that they were opened by, for log
 * lines: libfuse is asked not to look them up for operations on handles.
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
	 * Releases what is still open, for a kernel that will not ask for it any more.
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
				// The listener has been told, and the others are released all the same.
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
			// Whoever closes the filesystem may have released it.
			if (ex.errno() != Errno.EBADF) {
				throw ex;
			}
		}
	}

	/** Returns something that tells the path, if somebody asks for it. */
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
	 * What a handle was opened by.
	 *
	 * @param path the path
	 * @param directory whether a directory was opened
	 */
	private record OpenPath(String path, boolean directory) {

	}

}
