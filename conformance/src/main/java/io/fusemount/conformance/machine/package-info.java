/**
 * The machine that runs the tests, without things that other machines lack.
 */
@NullMarked
package io.fusemount.conformance.machine;

import org.jspecify.annotations.NullMarked;
