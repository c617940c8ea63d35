/**
 * An application whose directories are rows.
 */
@NullMarked
package io.fusemount.data.jpa.cabinet;

import org.jspecify.annotations.NullMarked;
