/**
 * Failures at startup, in words and with ways out.
 */
@NullMarked
package io.fusemount.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
