/**
 * The functions of libfuse 2, of the C library and of the mount helper that the transport
 * needs, without any knowledge of a filesystem.
 */
@NullMarked
package io.fusemount.transport.jnr.libfuse;

import org.jspecify.annotations.NullMarked;
