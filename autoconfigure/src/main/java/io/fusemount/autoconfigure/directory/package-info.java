/**
 * Where the directories of a mount come from.
 */
@NullMarked
package io.fusemount.autoconfigure.directory;

import org.jspecify.annotations.NullMarked;
