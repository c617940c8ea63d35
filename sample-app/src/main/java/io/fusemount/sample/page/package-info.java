/**
 * The archive for browsers: the same tree as the directory, rendered as HTML by the
 * server.
 */
@NullMarked
package io.fusemount.sample.page;

import org.jspecify.annotations.NullMarked;
