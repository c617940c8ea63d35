/**
 * What a transport costs by itself: the same null filesystem mounted in several ways.
 */
@NullMarked
package io.fusemount.bench.transport;

import org.jspecify.annotations.NullMarked;
