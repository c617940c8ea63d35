/**
 * Requests as they come from the kernel, and answers as they go to it: what is where in
 * memory, and nothing of what it means.
 */
@NullMarked
package io.fusemount.transport.linux.message;

import org.jspecify.annotations.NullMarked;
