/**
 * Copies of content that could not be stored: kept for their users, named, limited, and
 * removed with age.
 */
@NullMarked
package io.fusemount.core.unsaved;

import org.jspecify.annotations.NullMarked;
