/**
 * Mounts, their states, and the transport that carries them.
 */
@NullMarked
package io.fusemount.core.mount;

import org.jspecify.annotations.NullMarked;
