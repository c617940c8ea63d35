/**
 * The cost of content through FuseMount, beside plain JDBC and plain local files.
 */
@NullMarked
package io.fusemount.bench.content;

import org.jspecify.annotations.NullMarked;
