/**
 * An application whose files keep the extended attributes that programs set.
 */
@NullMarked
package io.fusemount.autoconfigure.attributes;

import org.jspecify.annotations.NullMarked;
