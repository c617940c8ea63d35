/**
 * What gives a test its mount.
 */
@NullMarked
package io.fusemount.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
