/**
 * Entities whose times are of different types and precisions, with something that sets
 * them in the last moment.
 */
@NullMarked
package io.fusemount.data.jpa.clocks;

import org.jspecify.annotations.NullMarked;
