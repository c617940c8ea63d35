/**
 * Tests of the spool's place.
 */
@NullMarked
package io.fusemount.autoconfigure.place;

import org.jspecify.annotations.NullMarked;
