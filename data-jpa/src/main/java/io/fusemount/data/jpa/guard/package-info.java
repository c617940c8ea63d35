/**
 * What keeps rows from some who use the repository, and would not keep them from those
 * who read the mount.
 */
@NullMarked
package io.fusemount.data.jpa.guard;

import org.jspecify.annotations.NullMarked;
