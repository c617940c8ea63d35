/**
 * Requests as they arrive from the kernel, and the parts of answers: the layout of
 * memory, without its meaning.
 */
@NullMarked
package io.fusemount.transport.linux.message;

import org.jspecify.annotations.NullMarked;
