/**
 * Rows that change without their own tables being written to.
 */
@NullMarked
package io.fusemount.data.jpa.feed.unheard;

import org.jspecify.annotations.NullMarked;
