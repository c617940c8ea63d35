/**
 * The transport that speaks the kernel's own protocol on {@code /dev/fuse}: no library is
 * between the kernel and the core.
 */
@NullMarked
package io.fusemount.transport.linux;

import org.jspecify.annotations.NullMarked;
