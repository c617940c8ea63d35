/**
 * Auto-configuration of repositories as directories.
 */
@NullMarked
package io.fusemount.autoconfigure.data;

import org.jspecify.annotations.NullMarked;
