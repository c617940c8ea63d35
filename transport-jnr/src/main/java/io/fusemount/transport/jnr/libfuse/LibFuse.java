package io.fusemount.transport.jnr.libfuse;

import jnr.ffi.Pointer;
import jnr.ffi.annotations.IgnoreError;
import jnr.ffi.types.size_t;

/**
 * The functions of {@code libfuse.so.2} that exist in only one version, with pointers as
 * plain numbers where they are called for each request. Public because JNR implements the
 * interface in a class loader of its own.
 */
public interface LibFuse {

	Pointer fuse_kern_chan_new(int fd);

	@size_t
	long fuse_chan_bufsize(Pointer channel);

	void fuse_chan_destroy(Pointer channel);

	@IgnoreError
	int fuse_chan_recv(@size_t long channelPointer, @size_t long buffer, @size_t long size);

	@IgnoreError
	void fuse_session_process(@size_t long session, @size_t long buffer, @size_t long length, @size_t long channel);

	Pointer fuse_get_session(Pointer fuse);

	void fuse_opt_free_args(Pointer args);

	void fuse_destroy(Pointer fuse);

}
