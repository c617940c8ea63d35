/**
 * Tasks that run later, without a request.
 */
@NullMarked
package io.fusemount.core.timer;

import org.jspecify.annotations.NullMarked;
