/**
 * Auto-configuration of what carries the operations.
 */
@NullMarked
package io.fusemount.autoconfigure.transport;

import org.jspecify.annotations.NullMarked;
