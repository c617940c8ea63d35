/**
 * Small files that are prefetched together with one that is read.
 */
@NullMarked
package io.fusemount.core.reading;

import org.jspecify.annotations.NullMarked;
