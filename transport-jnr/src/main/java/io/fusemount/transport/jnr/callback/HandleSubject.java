package io.fusemount.transport.jnr.callback;

import io.fusemount.core.vfs.HandleId;
import io.fusemount.transport.jnr.libfuse.NativeText;

/**
 * What an operation on a handle is about, in words only if somebody asks while it is
 * served: the path that libfuse knows the file by, or the handle where there is none.
 *
 * @param path address of the path, 0 for none
 * @param handle the handle
 */
record HandleSubject(long path, HandleId handle) {

	@Override
	public String toString() {
		return (this.path != 0) ? NativeText.describe(NativeText.bytes(this.path)) : "handle " + this.handle.value();
	}

}
