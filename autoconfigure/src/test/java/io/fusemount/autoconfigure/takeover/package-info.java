/**
 * Applications that take a mount over from each other.
 */
@NullMarked
package io.fusemount.autoconfigure.takeover;

import org.jspecify.annotations.NullMarked;
