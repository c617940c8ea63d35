/**
 * What programs do with files in a directory.
 */
@NullMarked
package io.fusemount.conformance.programs;

import org.jspecify.annotations.NullMarked;
