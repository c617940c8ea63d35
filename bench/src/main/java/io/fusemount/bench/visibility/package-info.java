/**
 * How soon programs see what the application stores.
 */
@NullMarked
package io.fusemount.bench.visibility;

import org.jspecify.annotations.NullMarked;
