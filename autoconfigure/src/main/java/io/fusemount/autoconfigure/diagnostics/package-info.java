/**
 * Failures at startup, explained with remedies.
 */
@NullMarked
package io.fusemount.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
