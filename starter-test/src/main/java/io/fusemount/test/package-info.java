/**
 * A temporary mount for tests of applications.
 */
@NullMarked
package io.fusemount.test;

import org.jspecify.annotations.NullMarked;
