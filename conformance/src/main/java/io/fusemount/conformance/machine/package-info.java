/**
 * The machine that tests run on, without things that other machines lack.
 */
@NullMarked
package io.fusemount.conformance.machine;

import org.jspecify.annotations.NullMarked;
