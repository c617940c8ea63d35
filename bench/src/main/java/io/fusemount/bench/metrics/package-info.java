/**
 * What meters cost those who are measured.
 */
@NullMarked
package io.fusemount.bench.metrics;

import org.jspecify.annotations.NullMarked;
