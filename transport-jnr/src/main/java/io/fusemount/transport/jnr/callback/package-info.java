/**
 * The functions that libfuse calls: each callback unwraps its arguments, passes through
 * the entry point of the core, and wraps the answer.
 */
@NullMarked
package io.fusemount.transport.jnr.callback;

import org.jspecify.annotations.NullMarked;
