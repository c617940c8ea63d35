/**
 * What every transport over {@code /dev/fuse} has in common: a session that is mounted,
 * served and unmounted, whoever speaks with the kernel.
 */
@NullMarked
package io.fusemount.transport.device;

import org.jspecify.annotations.NullMarked;
