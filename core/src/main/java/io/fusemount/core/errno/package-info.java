/**
 * Failures by their POSIX names, and the translation of foreign exceptions into them.
 */
@NullMarked
package io.fusemount.core.errno;

import org.jspecify.annotations.NullMarked;
