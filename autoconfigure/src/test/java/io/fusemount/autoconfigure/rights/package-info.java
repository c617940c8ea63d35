/**
 * An application whose users do not see the same.
 */
@NullMarked
package io.fusemount.autoconfigure.rights;

import org.jspecify.annotations.NullMarked;
