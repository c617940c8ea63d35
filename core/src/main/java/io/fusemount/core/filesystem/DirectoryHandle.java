package io.fusemount.core.filesystem;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.tree.DirectoryListing;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.tree.Listed;
import io.fusemount.core.tree.ListingNotes;
import io.fusemount.core.tree.StatusView;
import io.fusemount.core.vfs.DirectoryFiller;
import org.jspecify.annotations.Nullable;

/**
 * One opening of a directory. Offsets count entries, {@code .} and {@code ..} first.
 */
final class DirectoryHandle {

	private static final int DOTS = 2;

	private final FileTree tree;

	private final Directory directory;

	private final @Nullable Caller opener = Caller.current();

	@GuardedBy("this")
	private @Nullable DirectoryListing listing;

	/** The pages in memory when they were written down last. */
	@GuardedBy("this")
	private @Nullable Object noted;

	DirectoryHandle(FileTree tree, Directory directory) {
		this.tree = tree;
		this.directory = directory;
	}

	/** Goes on with what was written down. */
	static DirectoryHandle read(FileTree tree, Directory directory, NoteReader notes) {
		DirectoryHandle handle = new DirectoryHandle(tree, directory);
		handle.resume(notes);
		return handle;
	}

	private synchronized void resume(NoteReader notes) {
		if (notes.flag()) {
			this.listing = this.tree.list(this.directory);
			ListingNotes.read(this.listing, notes);
		}
	}

	/**
	 * Whether it has been read on to another page since this was asked last, so that
	 * there is something else to write down.
	 */
	synchronized boolean hasMoved() {
		Object now = (this.listing != null) ? ListingNotes.state(this.listing) : null;
		boolean moved = now != this.noted;
		this.noted = now;
		return moved;
	}

	/** Writes down how far the directory has been read. */
	synchronized void write(NoteWriter notes) {
		notes.flag(this.listing != null);
		if (this.listing != null) {
			ListingNotes.write(this.listing, notes);
		}
	}

	Directory directory() {
		return this.directory;
	}

	synchronized void close() {
		if (this.listing != null) {
			this.tree.end(this.listing);
			this.listing = null;
		}
	}

	/** Shows what the program sees that has opened it. */
	void read(long offset, DirectoryFiller filler, StatusView statuses) {
		Caller.as(this.opener, () -> {
			fill(offset, filler, statuses);
			return offset;
		});
	}

	private synchronized void fill(long offset, DirectoryFiller filler, StatusView statuses) {
		long at = offset;
		if (at == 0) {
			// rewinddir(3) has to show the directory as it is then.
			close();
		}
		for (; at < DOTS; at++) {
			// The kernel knows the parent's number better than a single node can.
			if (!filler.add((at == 0) ? "." : "..", this.directory, statuses.of(this.directory), at + 1)) {
				return;
			}
		}
		DirectoryListing entries = (this.listing != null) ? this.listing : this.tree.list(this.directory);
		this.listing = entries;
		for (at -= DOTS; entries.has(at); at++) {
			Listed entry = entries.entry(at);
			Node node = (entry != null) ? entry.inode().node() : null;
			if (entry != null && node != null
					&& !filler.add(entry.name().value(), node, statuses.of(node), at + DOTS + 1)) {
				return;
			}
		}
	}

}
