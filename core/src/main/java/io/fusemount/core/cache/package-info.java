/**
 * Content on the local disk: what was read is kept for the next reader, and what will be
 * read is fetched ahead.
 */
@NullMarked
package io.fusemount.core.cache;

import org.jspecify.annotations.NullMarked;
