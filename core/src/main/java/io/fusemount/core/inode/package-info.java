/**
 * The inodes that this process knows, the names that they have, and the changes of both:
 * {@code InodeTable} guards them all. It calls nobody and waits for nobody.
 */
@NullMarked
package io.fusemount.core.inode;

import org.jspecify.annotations.NullMarked;
