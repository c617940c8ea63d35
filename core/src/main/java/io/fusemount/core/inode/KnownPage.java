package io.fusemount.core.inode;

import io.fusemount.core.node.DirectoryPage;

/**
 * A page of a listing that need not be read again until anything changes.
 *
 * @param page what the directory has returned
 * @param since the number of changes before it was read
 * @param lease how long it counts, from then on
 */
public record KnownPage(DirectoryPage page, long since, Lease lease) {

	/** Returns the number of entries; an empty page takes memory, too. */
	int size() {
		return this.page.entries().size() + 1;
	}

}
