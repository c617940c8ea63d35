/**
 * What an administrator sees of a filesystem, and can do to it, beside what programs ask
 * of it.
 */
@NullMarked
package io.fusemount.core.supervision;

import org.jspecify.annotations.NullMarked;
