/**
 * What the kernel and a filesystem tell each other.
 */
@NullMarked
package io.fusemount.transport.device.protocol;

import org.jspecify.annotations.NullMarked;
