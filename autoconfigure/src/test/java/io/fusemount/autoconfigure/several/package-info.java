/**
 * Tests of an application with several mounts.
 */
@NullMarked
package io.fusemount.autoconfigure.several;

import org.jspecify.annotations.NullMarked;
