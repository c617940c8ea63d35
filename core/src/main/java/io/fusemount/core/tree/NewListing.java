package io.fusemount.core.tree;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.inode.Lease;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.vfs.TimeToLive;

/**
 * What a reading of a directory has found so far, which is known if it comes to its end
 * before anything has changed. Not thread-safe.
 */
final class NewListing {

	private final KnownListings listings;

	private final NameTable names;

	private final long ticket;

	private final Lease lease;

	private final List<DirectoryEntry> entries = new ArrayList<>();

	/** Begins with the reading. */
	NewListing(KnownListings listings, NameTable names, TimeToLive.Term term) {
		this.listings = listings;
		this.names = names;
		this.ticket = names.ticket();
		this.lease = new Lease(term);
	}

	/**
	 * Adds what comes next.
	 * @return whether there is any use in going on
	 */
	boolean add(Directory directory, DirectoryPage page) {
		KnownListing listing = new KnownListing(this.entries, this.ticket, this.lease);
		if (!this.listings.takes(this.entries.size() + page.entries().size()) || !listing.isValid(this.names)) {
			return false;
		}
		this.entries.addAll(page.entries());
		if (page.next() == null) {
			this.listings.add(directory, listing);
		}
		return page.next() != null;
	}

}
