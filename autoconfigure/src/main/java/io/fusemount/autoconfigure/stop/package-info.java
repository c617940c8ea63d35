/**
 * The end of an application, whatever has become of its jar.
 */
@NullMarked
package io.fusemount.autoconfigure.stop;

import org.jspecify.annotations.NullMarked;
