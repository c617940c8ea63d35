/**
 * Local files that the kernel reads directly.
 */
@NullMarked
package io.fusemount.transport.device.file;

import org.jspecify.annotations.NullMarked;
