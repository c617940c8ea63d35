/**
 * The results of all benchmarks, as one table and as a picture.
 */
@NullMarked
package io.fusemount.bench.summary;

import org.jspecify.annotations.NullMarked;
