/**
 * Meters of the mounts for Micrometer.
 */
@NullMarked
package io.fusemount.autoconfigure.metrics;

import org.jspecify.annotations.NullMarked;
