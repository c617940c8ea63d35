/**
 * Files of the local disk that are shared with code outside of the core that transports
 * or configures a filesystem.
 */
@NullMarked
package io.fusemount.core.local;

import org.jspecify.annotations.NullMarked;
