/**
 * Whole applications on real mounts and real databases, held against the kits.
 */
@NullMarked
package io.fusemount.autoconfigure.mounted;

import org.jspecify.annotations.NullMarked;
