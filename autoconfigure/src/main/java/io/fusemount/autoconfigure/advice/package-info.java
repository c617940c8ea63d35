/**
 * What an application has probably meant otherwise, as lines for its log.
 */
@NullMarked
package io.fusemount.autoconfigure.advice;

import org.jspecify.annotations.NullMarked;
