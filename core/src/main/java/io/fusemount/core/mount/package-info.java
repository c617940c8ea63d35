/**
 * Mounts, their states, and the transports that serve them.
 */
@NullMarked
package io.fusemount.core.mount;

import org.jspecify.annotations.NullMarked;
