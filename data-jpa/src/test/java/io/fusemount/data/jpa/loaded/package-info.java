/**
 * Entities whose rows cannot be locked while their content is changed.
 */
@NullMarked
package io.fusemount.data.jpa.loaded;

import org.jspecify.annotations.NullMarked;
