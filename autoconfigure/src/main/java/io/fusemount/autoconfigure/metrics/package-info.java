/**
 * Meters of the mount, in Micrometer's terms.
 */
@NullMarked
package io.fusemount.autoconfigure.metrics;

import org.jspecify.annotations.NullMarked;
