/**
 * Content as positional ranges of bytes.
 */
@NullMarked
package io.fusemount.core.blob;

import org.jspecify.annotations.NullMarked;
