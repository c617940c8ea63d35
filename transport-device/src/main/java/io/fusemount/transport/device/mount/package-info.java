/**
 * Entries in the mount table: their creation and removal, with the problems that a mount
 * point can have.
 */
@NullMarked
package io.fusemount.transport.device.mount;

import org.jspecify.annotations.NullMarked;
