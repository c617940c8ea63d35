/**
 * Directories that hold nothing but files.
 */
@NullMarked
package io.fusemount.data.jpa.feed.files;

import org.jspecify.annotations.NullMarked;
