/**
 * An application whose rows programs can change and not create.
 */
@NullMarked
package io.fusemount.autoconfigure.fixed;

import org.jspecify.annotations.NullMarked;
