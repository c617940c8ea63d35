/**
 * The memory that large files take.
 */
@NullMarked
package io.fusemount.bench.content;

import org.jspecify.annotations.NullMarked;
