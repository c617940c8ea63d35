/**
 * The files of a mount, through the kernel or in memory.
 */
@NullMarked
package io.fusemount.test.transport;

import org.jspecify.annotations.NullMarked;
