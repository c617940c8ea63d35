/**
 * Where changes are reported, made here or learned from elsewhere, by the operation that
 * has their result.
 */
@NullMarked
package io.fusemount.core.change;

import org.jspecify.annotations.NullMarked;
