/**
 * The cost of a transport alone: the same null filesystem mounted in several ways.
 */
@NullMarked
package io.fusemount.bench.transport;

import org.jspecify.annotations.NullMarked;
