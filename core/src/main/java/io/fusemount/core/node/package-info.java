/**
 * The interfaces that a source of files implements: directories, files and links.
 */
@NullMarked
package io.fusemount.core.node;

import org.jspecify.annotations.NullMarked;
