/**
 * What POSIX promises of files in a directory.
 */
@NullMarked
package io.fusemount.conformance.posix;

import org.jspecify.annotations.NullMarked;
