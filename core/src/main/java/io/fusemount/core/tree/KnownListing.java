package io.fusemount.core.tree;

import java.util.List;

import io.fusemount.core.inode.Lease;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.node.DirectoryEntry;

/**
 * All stored entries of a directory, in the order of its listing.
 *
 * @param entries what was listed
 * @param ticket the number of changes when that began
 * @param lease how long it may be taken for true, from then on
 */
record KnownListing(List<DirectoryEntry> entries, long ticket, Lease lease) {

	/** Whether nothing may have changed since, anywhere. */
	boolean isValid(NameTable names) {
		return this.ticket == names.ticket() && this.lease.isValid();
	}

}
