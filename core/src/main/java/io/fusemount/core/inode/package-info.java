/**
 * What this process knows of files and names: {@code InodeTable}, by row or local file;
 * {@code NameTable}, by directory and name; and {@code Changes}, the one ledger that
 * tells both. A file that is open has one state, shared by all its handles, and one
 * commit at a time.
 */
@NullMarked
package io.fusemount.core.inode;

import org.jspecify.annotations.NullMarked;
