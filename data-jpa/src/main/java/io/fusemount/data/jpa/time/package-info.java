/**
 * Modification times that stay unchanged while an entity is saved.
 */
@NullMarked
package io.fusemount.data.jpa.time;

import org.jspecify.annotations.NullMarked;
