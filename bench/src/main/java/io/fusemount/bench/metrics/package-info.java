/**
 * The cost of meters for the measured operations.
 */
@NullMarked
package io.fusemount.bench.metrics;

import org.jspecify.annotations.NullMarked;
