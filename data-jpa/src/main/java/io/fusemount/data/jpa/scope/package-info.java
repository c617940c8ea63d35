/**
 * What the rows of a directory have in common, as conditions of queries and as values of
 * new rows.
 */
@NullMarked
package io.fusemount.data.jpa.scope;

import org.jspecify.annotations.NullMarked;
