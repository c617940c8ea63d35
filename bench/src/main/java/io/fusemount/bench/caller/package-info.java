/**
 * What it costs that the application sees who asks.
 */
@NullMarked
package io.fusemount.bench.caller;

import org.jspecify.annotations.NullMarked;
