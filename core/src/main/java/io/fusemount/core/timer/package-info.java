/**
 * What is done later, by nobody's request.
 */
@NullMarked
package io.fusemount.core.timer;

import org.jspecify.annotations.NullMarked;
