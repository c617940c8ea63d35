/**
 * What a process that serves a mount leaves to the next one if it crashes.
 */
@NullMarked
package io.fusemount.transport.linux.crash;

import org.jspecify.annotations.NullMarked;
