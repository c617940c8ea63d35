/**
 * The entry point of a filesystem: every operation passes through it once, for its
 * duration, errno, log line and listener.
 */
@NullMarked
package io.fusemount.core.operation;

import org.jspecify.annotations.NullMarked;
