/**
 * The transport over libfuse 2: mounts a filesystem and serves its requests on bounded
 * threads.
 */
@NullMarked
package io.fusemount.transport.jnr;

import org.jspecify.annotations.NullMarked;
