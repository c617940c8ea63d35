package io.fusemount.core.tree;

/**
 * A page of a listing in memory.
 *
 * @param page its number
 * @param entries its entries, none while it is being read
 */
record HeldPage(int page, ListedPage entries) {
}
