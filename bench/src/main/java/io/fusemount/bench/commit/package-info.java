/**
 * What it costs to store small files.
 */
@NullMarked
package io.fusemount.bench.commit;

import org.jspecify.annotations.NullMarked;
