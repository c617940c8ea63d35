/**
 * Where the spool of a mount is.
 */
@NullMarked
package io.fusemount.autoconfigure.spool;

import org.jspecify.annotations.NullMarked;
