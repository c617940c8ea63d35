/**
 * Auto-configuration of the mount: properties, beans and lifecycle.
 */
@NullMarked
package io.fusemount.autoconfigure;

import org.jspecify.annotations.NullMarked;
