/**
 * Conditions that decide which rows of a repository a caller may read and change.
 */
@NullMarked
package io.fusemount.data.jpa.rights;

import org.jspecify.annotations.NullMarked;
