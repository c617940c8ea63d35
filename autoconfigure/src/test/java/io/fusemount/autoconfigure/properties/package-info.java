/**
 * Tests of which mounts the configuration makes.
 */
@NullMarked
package io.fusemount.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
