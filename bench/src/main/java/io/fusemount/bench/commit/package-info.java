/**
 * The cost of storing small files.
 */
@NullMarked
package io.fusemount.bench.commit;

import org.jspecify.annotations.NullMarked;
