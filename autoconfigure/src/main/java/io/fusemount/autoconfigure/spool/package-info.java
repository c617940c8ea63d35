/**
 * The spool directory of a mount.
 */
@NullMarked
package io.fusemount.autoconfigure.spool;

import org.jspecify.annotations.NullMarked;
