/**
 * Health of the mount.
 */
@NullMarked
package io.fusemount.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
