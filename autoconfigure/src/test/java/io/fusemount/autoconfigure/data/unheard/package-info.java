/**
 * An application with rows for which no trigger can report changes.
 */
@NullMarked
package io.fusemount.autoconfigure.data.unheard;

import org.jspecify.annotations.NullMarked;
