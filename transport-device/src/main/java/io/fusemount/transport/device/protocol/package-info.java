/**
 * The messages between the kernel and a filesystem.
 */
@NullMarked
package io.fusemount.transport.device.protocol;

import org.jspecify.annotations.NullMarked;
