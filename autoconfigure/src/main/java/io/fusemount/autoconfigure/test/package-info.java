/**
 * Support for tests of applications.
 */
@NullMarked
package io.fusemount.autoconfigure.test;

import org.jspecify.annotations.NullMarked;
