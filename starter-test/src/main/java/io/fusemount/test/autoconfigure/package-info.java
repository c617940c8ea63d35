/**
 * Sets up the mount of a test.
 */
@NullMarked
package io.fusemount.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
