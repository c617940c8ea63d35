/**
 * Failures as people read them: the most recent ones of a mount, and the current one of
 * each file.
 */
@NullMarked
package io.fusemount.core.failure;

import org.jspecify.annotations.NullMarked;
