/**
 * The functions of the C library that transports need, and the conversion of text for
 * them.
 */
@NullMarked
package io.fusemount.transport.device.libc;

import org.jspecify.annotations.NullMarked;
