/**
 * Values that a new row needs beyond those of a file, and where they come from.
 */
@NullMarked
package io.fusemount.data.jpa.creation;

import org.jspecify.annotations.NullMarked;
