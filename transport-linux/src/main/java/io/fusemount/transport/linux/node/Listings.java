package io.fusemount.transport.linux.node;

import io.fusemount.core.node.Directory;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * Which entries of directories the kernel keeps. They are of one handle each, for those
 * of two may be of two moments: an entry would be there twice, or not at all.
 */
public final class Listings {

	private final VirtualFileSystem fileSystem;

	public Listings(VirtualFileSystem fileSystem) {
		this.fileSystem = fileSystem;
	}

	/**
	 * Says what the kernel does with the entries that it tells a new handle.
	 */
	public Use opened(KernelNode node, Directory directory, HandleId handle) {
		Listing fresh = new Listing(handle, this.fileSystem.status(directory).modified());
		synchronized (this) {
			Listing known = node.listing;
			if (known != null && known.isRight(fresh.modified())) {
				return Use.TAKE;
			}
			if (known != null && known.isOpen()) {
				known.spoil();
				return Use.NONE;
			}
			node.listing = fresh;
			return Use.KEEP;
		}
	}

	/**
	 * Takes note that a handle reads entries: the kernel does not have them.
	 */
	public synchronized void reading(KernelNode node, HandleId handle, long offset) {
		Listing known = node.listing;
		if (known != null && !known.isOf(handle)) {
			known.spoil();
		}
		else if (known != null && offset == 0) {
			known.begin();
		}
	}

	/**
	 * Takes note that a handle has read the last entry.
	 */
	public synchronized void ended(KernelNode node, HandleId handle) {
		Listing known = node.listing;
		if (known != null && known.isOf(handle)) {
			known.end(this.fileSystem.listingNanos(handle));
		}
	}

	/**
	 * Takes note that a handle has ended.
	 */
	public synchronized void released(KernelNode node, HandleId handle) {
		Listing known = node.listing;
		if (known != null && known.isOf(handle) && !known.close()) {
			node.listing = null;
		}
	}

	/**
	 * What the kernel does with the entries of a directory.
	 */
	public enum Use {

		/** It asks for them, and forgets what it has kept. */
		NONE,

		/** It asks for them, and keeps them. */
		KEEP,

		/** It takes what it has kept. */
		TAKE

	}

}
