/**
 * The kits of programs, on files in memory that a transport has mounted.
 */
@NullMarked
package io.fusemount.conformance.mounted;

import org.jspecify.annotations.NullMarked;
