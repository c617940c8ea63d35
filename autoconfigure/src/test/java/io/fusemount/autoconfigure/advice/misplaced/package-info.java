/**
 * Annotations where they do nothing.
 */
@NullMarked
package io.fusemount.autoconfigure.advice.misplaced;

import org.jspecify.annotations.NullMarked;
