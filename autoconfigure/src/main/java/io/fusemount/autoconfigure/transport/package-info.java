/**
 * Auto-configuration of the transport.
 */
@NullMarked
package io.fusemount.autoconfigure.transport;

import org.jspecify.annotations.NullMarked;
