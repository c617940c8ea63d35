/**
 * Small files that programs read one after the other, and that are therefore fetched
 * together.
 */
@NullMarked
package io.fusemount.core.neighbour;

import org.jspecify.annotations.NullMarked;
