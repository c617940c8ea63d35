/**
 * The change feed of rows that any program changes, as the database announces them.
 */
@NullMarked
package io.fusemount.data.jpa.feed;

import org.jspecify.annotations.NullMarked;
