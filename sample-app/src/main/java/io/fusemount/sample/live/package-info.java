/**
 * Notifications of changes for open pages.
 */
@NullMarked
package io.fusemount.sample.live;

import org.jspecify.annotations.NullMarked;
