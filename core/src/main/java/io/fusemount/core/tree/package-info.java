/**
 * From paths to nodes, the reading of directories, and what programs are told of nodes.
 */
@NullMarked
package io.fusemount.core.tree;

import org.jspecify.annotations.NullMarked;
