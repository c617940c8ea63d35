/**
 * The contract of a transport, tested through the kernel.
 */
@NullMarked
package io.fusemount.conformance.transport;

import org.jspecify.annotations.NullMarked;
