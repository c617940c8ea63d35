/**
 * Content on the local disk: content that was read is kept for the next reader, and
 * content that will be read is fetched ahead.
 */
@NullMarked
package io.fusemount.core.cache;

import org.jspecify.annotations.NullMarked;
