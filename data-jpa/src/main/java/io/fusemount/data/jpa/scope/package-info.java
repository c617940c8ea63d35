/**
 * The conditions that the rows of a directory have in common, for queries and for new
 * rows.
 */
@NullMarked
package io.fusemount.data.jpa.scope;

import org.jspecify.annotations.NullMarked;
