package io.fusemount.core.tree;

import org.jspecify.annotations.Nullable;

/**
 * Where a page of a listing starts.
 *
 * @param firstIndex the index of its first entry
 * @param position the directory's own position, {@code null} for its first page
 * @param uncommitted whether it is the page of the entries without a row
 */
record PageStart(long firstIndex, @Nullable String position, boolean uncommitted) {
}
