/**
 * Applications that start where something is missing or wrong, as their users see it.
 */
@NullMarked
package io.fusemount.autoconfigure.start;

import org.jspecify.annotations.NullMarked;
