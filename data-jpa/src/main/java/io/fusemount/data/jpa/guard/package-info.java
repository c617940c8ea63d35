/**
 * Detection of guards that hide rows from some users of a repository, and would not hide
 * these rows from users of the mount.
 */
@NullMarked
package io.fusemount.data.jpa.guard;

import org.jspecify.annotations.NullMarked;
