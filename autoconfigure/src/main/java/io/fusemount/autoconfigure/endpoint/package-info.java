/**
 * Actuator endpoint that shows and changes the state of the mount.
 */
@NullMarked
package io.fusemount.autoconfigure.endpoint;

import org.jspecify.annotations.NullMarked;
