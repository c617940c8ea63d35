/**
 * What programs see of small files and large ones, each work done by several who store
 * them.
 */
@NullMarked
package io.fusemount.bench.files;

import org.jspecify.annotations.NullMarked;
