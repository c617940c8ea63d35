/**
 * Tests of an application.
 */
@NullMarked
package io.fusemount.test;

import org.jspecify.annotations.NullMarked;
