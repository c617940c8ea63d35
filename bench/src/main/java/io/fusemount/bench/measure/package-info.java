/**
 * Measurements side by side, as tables and as JSON.
 */
@NullMarked
package io.fusemount.bench.measure;

import org.jspecify.annotations.NullMarked;
