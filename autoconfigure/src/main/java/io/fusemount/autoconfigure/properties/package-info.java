/**
 * Configuration properties of the mounts, and which mounts they make.
 */
@NullMarked
package io.fusemount.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
