/**
 * The operations of {@code VirtualFileSystem}, and the assembly of their parts.
 */
@NullMarked
package io.fusemount.core.filesystem;

import org.jspecify.annotations.NullMarked;
