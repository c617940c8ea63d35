/**
 * The tie between what the documentation claims and the tests that prove it.
 */
@NullMarked
package io.fusemount.conformance.semantics;

import org.jspecify.annotations.NullMarked;
