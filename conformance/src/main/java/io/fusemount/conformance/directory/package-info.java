/**
 * A directory that programs work in, whatever provides it, and what its tests have in
 * common.
 */
@NullMarked
package io.fusemount.conformance.directory;

import org.jspecify.annotations.NullMarked;
