/**
 * Ways to keep files, each of which does the same.
 */
@NullMarked
package io.fusemount.bench.store;

import org.jspecify.annotations.NullMarked;
