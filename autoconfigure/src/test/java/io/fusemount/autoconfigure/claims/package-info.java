/**
 * An application whose directories are values, dates and rows of others, on a real mount.
 */
@NullMarked
package io.fusemount.autoconfigure.claims;

import org.jspecify.annotations.NullMarked;
