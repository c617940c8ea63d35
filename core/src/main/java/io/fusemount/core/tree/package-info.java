/**
 * From paths to nodes, and what is remembered on the way.
 */
@NullMarked
package io.fusemount.core.tree;

import org.jspecify.annotations.NullMarked;
