/**
 * What the kernel and a filesystem tell each other.
 */
@NullMarked
package io.fusemount.transport.jnr.protocol;

import org.jspecify.annotations.NullMarked;
