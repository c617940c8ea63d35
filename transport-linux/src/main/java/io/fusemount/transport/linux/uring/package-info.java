/**
 * FUSE over io_uring: requests and answers in memory that is shared with the kernel.
 */
@NullMarked
package io.fusemount.transport.linux.uring;

import org.jspecify.annotations.NullMarked;
