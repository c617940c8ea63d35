/**
 * Path resolution, listings, attributes of nodes, and what a caller may do. Nothing is
 * changed here.
 */
@NullMarked
package io.fusemount.core.tree;

import org.jspecify.annotations.NullMarked;
