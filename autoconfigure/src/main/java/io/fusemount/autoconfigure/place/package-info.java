/**
 * Directories of the machine: their permissions, and the visibility of mounts on them.
 */
@NullMarked
package io.fusemount.autoconfigure.place;

import org.jspecify.annotations.NullMarked;
