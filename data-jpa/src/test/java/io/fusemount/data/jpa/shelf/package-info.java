/**
 * An application whose directories are rows.
 */
@NullMarked
package io.fusemount.data.jpa.shelf;

import org.jspecify.annotations.NullMarked;
