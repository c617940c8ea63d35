/**
 * Limits that keep the application and the filesystem from starving each other.
 */
@NullMarked
package io.fusemount.core.limit;

import org.jspecify.annotations.NullMarked;
