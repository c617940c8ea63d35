/**
 * The change feed of entities that the application itself changes.
 */
@NullMarked
package io.fusemount.data.jpa.change;

import org.jspecify.annotations.NullMarked;
