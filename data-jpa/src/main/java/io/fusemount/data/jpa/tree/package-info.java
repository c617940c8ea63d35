/**
 * Directories from data: the paths of all repositories of a mount, and what is at each
 * point of them.
 */
@NullMarked
package io.fusemount.data.jpa.tree;

import org.jspecify.annotations.NullMarked;
