/**
 * Whole applications whose directories are rows, on real mounts and real databases.
 */
@NullMarked
package io.fusemount.autoconfigure.tree;

import org.jspecify.annotations.NullMarked;
