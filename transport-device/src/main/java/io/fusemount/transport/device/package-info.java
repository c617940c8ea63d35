/**
 * The common parts of every transport over {@code /dev/fuse}: a session that is mounted,
 * served and unmounted, independent of the code that speaks with the kernel.
 */
@NullMarked
package io.fusemount.transport.device;

import org.jspecify.annotations.NullMarked;
