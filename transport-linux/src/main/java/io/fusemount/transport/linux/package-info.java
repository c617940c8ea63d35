/**
 * The transport that speaks the kernel's own protocol on {@code /dev/fuse}, without any
 * library between the kernel and the core.
 */
@NullMarked
package io.fusemount.transport.linux;

import org.jspecify.annotations.NullMarked;
