/**
 * Information about the calling processes.
 */
@NullMarked
package io.fusemount.transport.device.process;

import org.jspecify.annotations.NullMarked;
