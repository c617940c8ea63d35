/**
 * Path resolution, listings, and attributes of nodes. Nothing is changed here.
 */
@NullMarked
package io.fusemount.core.tree;

import org.jspecify.annotations.NullMarked;
