/**
 * An application with users, whose files programs of these users change.
 */
@NullMarked
package io.fusemount.autoconfigure.security;

import org.jspecify.annotations.NullMarked;
