/**
 * Blocks of contents in local files, and the limit on the disk space of these files.
 */
@NullMarked
package io.fusemount.core.block;

import org.jspecify.annotations.NullMarked;
