/**
 * The contract of a virtual filesystem, without a kernel.
 */
@NullMarked
package io.fusemount.conformance.vfs;

import org.jspecify.annotations.NullMarked;
