/**
 * Two processes of the application side by side, of which the second asks the first one
 * for its mount.
 */
@NullMarked
package io.fusemount.transport.device.neighbour;

import org.jspecify.annotations.NullMarked;
