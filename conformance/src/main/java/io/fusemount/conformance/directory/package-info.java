/**
 * A directory in which programs work, whatever provides it, and the common base of its
 * tests.
 */
@NullMarked
package io.fusemount.conformance.directory;

import org.jspecify.annotations.NullMarked;
