/**
 * The door: every operation passes it once, for time, errno, log and listener.
 */
@NullMarked
package io.fusemount.core.operation;

import org.jspecify.annotations.NullMarked;
