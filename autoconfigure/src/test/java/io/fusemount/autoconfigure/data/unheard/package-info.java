/**
 * An application with rows of which no trigger can tell.
 */
@NullMarked
package io.fusemount.autoconfigure.data.unheard;

import org.jspecify.annotations.NullMarked;
