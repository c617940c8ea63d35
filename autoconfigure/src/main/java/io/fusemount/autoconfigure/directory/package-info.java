/**
 * The sources of the directories of a mount.
 */
@NullMarked
package io.fusemount.autoconfigure.directory;

import org.jspecify.annotations.NullMarked;
