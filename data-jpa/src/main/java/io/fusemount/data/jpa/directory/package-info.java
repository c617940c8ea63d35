/**
 * Directories and files backed by repositories and rows.
 */
@NullMarked
package io.fusemount.data.jpa.directory;

import org.jspecify.annotations.NullMarked;
