/**
 * The contract of a transport, through the kernel.
 */
@NullMarked
package io.fusemount.conformance.transport;

import org.jspecify.annotations.NullMarked;
