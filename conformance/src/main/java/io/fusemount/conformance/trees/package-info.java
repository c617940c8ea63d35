/**
 * The contract of trees of directories, as programs see them through the kernel.
 */
@NullMarked
package io.fusemount.conformance.trees;

import org.jspecify.annotations.NullMarked;
