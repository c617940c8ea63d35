package io.fusemount.transport.jnr.callback;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.vfs.HandleId;

/**
 * The paths that handles were opened by, for log lines: libfuse is asked not to look them
 * up for operations on handles.
 */
final class OpenPaths {

	private final Map<Long, String> paths = new ConcurrentHashMap<>();

	void opened(HandleId handle, String path) {
		this.paths.put(handle.value(), path);
	}

	void released(HandleId handle) {
		this.paths.remove(handle.value());
	}

	/** Returns something that tells the path, if somebody asks for it. */
	Object subject(HandleId handle) {
		return new Object() {

			@Override
			public String toString() {
				return OpenPaths.this.paths.getOrDefault(handle.value(), "handle " + handle.value());
			}

		};
	}

}
