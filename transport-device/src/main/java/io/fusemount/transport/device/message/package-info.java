/**
 * Answers to the kernel.
 */
@NullMarked
package io.fusemount.transport.device.message;

import org.jspecify.annotations.NullMarked;
