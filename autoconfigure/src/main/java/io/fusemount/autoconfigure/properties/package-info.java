/**
 * Configuration properties of the mounts, and the mounts that they define.
 */
@NullMarked
package io.fusemount.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
