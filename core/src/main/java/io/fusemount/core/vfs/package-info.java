/**
 * The filesystem as an ordinary object: operations on nodes and handles, with their
 * values and settings.
 */
@NullMarked
package io.fusemount.core.vfs;

import org.jspecify.annotations.NullMarked;
