/**
 * The administrator's view of a filesystem, and the actions on it beyond the operations
 * of programs.
 */
@NullMarked
package io.fusemount.core.supervision;

import org.jspecify.annotations.NullMarked;
