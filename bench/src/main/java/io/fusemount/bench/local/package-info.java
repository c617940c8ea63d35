/**
 * How bytes of a local file get to a program through the transport.
 */
@NullMarked
package io.fusemount.bench.local;

import org.jspecify.annotations.NullMarked;
