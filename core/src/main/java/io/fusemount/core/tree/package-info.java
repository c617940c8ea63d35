/**
 * From paths to nodes, and the reading of directories.
 */
@NullMarked
package io.fusemount.core.tree;

import org.jspecify.annotations.NullMarked;
