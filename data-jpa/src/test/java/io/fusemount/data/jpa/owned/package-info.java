/**
 * Files and folders that have an owner each, and that not everybody sees.
 */
@NullMarked
package io.fusemount.data.jpa.owned;

import org.jspecify.annotations.NullMarked;
