/**
 * News of changes, for pages that are open.
 */
@NullMarked
package io.fusemount.sample.live;

import org.jspecify.annotations.NullMarked;
