/**
 * Local disk space for content that is being written.
 */
@NullMarked
package io.fusemount.core.spool;

import org.jspecify.annotations.NullMarked;
