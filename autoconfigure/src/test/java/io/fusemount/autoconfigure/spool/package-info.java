/**
 * Tests of the spool's place.
 */
@NullMarked
package io.fusemount.autoconfigure.spool;

import org.jspecify.annotations.NullMarked;
