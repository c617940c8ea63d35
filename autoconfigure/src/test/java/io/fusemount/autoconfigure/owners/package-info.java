/**
 * An application whose files and directories keep owner, group and mode.
 */
@NullMarked
package io.fusemount.autoconfigure.owners;

import org.jspecify.annotations.NullMarked;
