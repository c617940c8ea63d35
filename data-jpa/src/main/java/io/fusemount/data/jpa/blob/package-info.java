/**
 * Content of rows as ranges of bytes, with one strategy per kind of column and database.
 */
@NullMarked
package io.fusemount.data.jpa.blob;

import org.jspecify.annotations.NullMarked;
