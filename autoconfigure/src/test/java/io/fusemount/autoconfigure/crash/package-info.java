/**
 * Whole applications that are killed, lose their database or run out of disk.
 */
@NullMarked
package io.fusemount.autoconfigure.crash;

import org.jspecify.annotations.NullMarked;
