/**
 * Requests as they come from the kernel, and what answers are made of: what is where in
 * memory, and nothing of what it means.
 */
@NullMarked
package io.fusemount.transport.linux.message;

import org.jspecify.annotations.NullMarked;
