/**
 * The ways of the bytes of a local file to a program through the transport.
 */
@NullMarked
package io.fusemount.bench.local;

import org.jspecify.annotations.NullMarked;
