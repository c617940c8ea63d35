/**
 * Ways to store files, all with the same operations.
 */
@NullMarked
package io.fusemount.bench.store;

import org.jspecify.annotations.NullMarked;
