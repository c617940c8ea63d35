/**
 * News about entities that the application changes.
 */
@NullMarked
package io.fusemount.data.jpa.change;

import org.jspecify.annotations.NullMarked;
