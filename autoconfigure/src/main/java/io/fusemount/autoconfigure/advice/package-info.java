/**
 * Advice about probable mistakes in an application, as lines for its log.
 */
@NullMarked
package io.fusemount.autoconfigure.advice;

import org.jspecify.annotations.NullMarked;
