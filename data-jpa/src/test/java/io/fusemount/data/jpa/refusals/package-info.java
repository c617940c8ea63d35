/**
 * An application whose database has rules of its own, and what users read of them.
 */
@NullMarked
package io.fusemount.data.jpa.refusals;

import org.jspecify.annotations.NullMarked;
