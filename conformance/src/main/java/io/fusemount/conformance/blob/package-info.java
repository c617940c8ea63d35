/**
 * The contract of a store of content, without a filesystem.
 */
@NullMarked
package io.fusemount.conformance.blob;

import org.jspecify.annotations.NullMarked;
