/**
 * The link between the claims of the documentation and the tests that prove them.
 */
@NullMarked
package io.fusemount.conformance.semantics;

import org.jspecify.annotations.NullMarked;
