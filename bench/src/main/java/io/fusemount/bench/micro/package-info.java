/**
 * What the core's smallest steps cost an operation.
 */
@NullMarked
package io.fusemount.bench.micro;

import org.jspecify.annotations.NullMarked;
