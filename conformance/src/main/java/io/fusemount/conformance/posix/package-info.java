/**
 * The contract of files in a directory according to POSIX.
 */
@NullMarked
package io.fusemount.conformance.posix;

import org.jspecify.annotations.NullMarked;
