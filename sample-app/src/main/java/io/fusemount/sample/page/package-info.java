/**
 * The archive for browsers: the same tree as the directory, made into HTML by the server.
 */
@NullMarked
package io.fusemount.sample.page;

import org.jspecify.annotations.NullMarked;
