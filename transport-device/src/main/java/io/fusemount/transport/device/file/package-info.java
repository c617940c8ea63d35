/**
 * Local files that the kernel reads by itself.
 */
@NullMarked
package io.fusemount.transport.device.file;

import org.jspecify.annotations.NullMarked;
