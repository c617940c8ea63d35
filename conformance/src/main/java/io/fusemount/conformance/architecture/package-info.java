/**
 * The permitted dependencies between modules and packages, as rules that a test of every
 * module checks.
 */
@NullMarked
package io.fusemount.conformance.architecture;

import org.jspecify.annotations.NullMarked;
