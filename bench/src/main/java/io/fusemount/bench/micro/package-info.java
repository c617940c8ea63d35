/**
 * The cost of the core's smallest steps.
 */
@NullMarked
package io.fusemount.bench.micro;

import org.jspecify.annotations.NullMarked;
