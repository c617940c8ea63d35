/**
 * An entity that looks at its content when it is loaded.
 */
@NullMarked
package io.fusemount.data.jpa.loaded;

import org.jspecify.annotations.NullMarked;
