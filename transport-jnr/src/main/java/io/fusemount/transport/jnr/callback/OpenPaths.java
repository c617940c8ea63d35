package io.fusemount.transport.jnr.callback;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

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
	void releaseAll(VirtualFileSystem fileSystem) {
		this.paths.forEach((handle, path) -> {
			this.paths.remove(handle);
			try {
				if (path.directory()) {
					fileSystem.releaseDirectory(new HandleId(handle));
				}
				else {
					fileSystem.release(new HandleId(handle));
				}
			}
			catch (RuntimeException ex) {
				// The others are released all the same, and whoever closes the filesystem
				// may have released it.
			}
		});
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
