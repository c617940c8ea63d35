package io.fusemount.core.handle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.tree.DirectoryListing;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.tree.StatusView;
import io.fusemount.core.vfs.DirectoryFiller;
import org.jspecify.annotations.Nullable;

/**
 * One opening of a directory. Offsets count entries, {@code .} and {@code ..} first.
 */
public final class DirectoryHandle {

	private static final int DOTS = 2;

	private final FileTree tree;

	private final Directory directory;

	@GuardedBy("this")
	private @Nullable DirectoryListing listing;

	public DirectoryHandle(FileTree tree, Directory directory) {
		this.tree = tree;
		this.directory = directory;
	}

	public Directory directory() {
		return this.directory;
	}

	/** Ends the reading of the directory. */
	public synchronized void close() {
		if (this.listing != null) {
			this.tree.end(this.listing);
			this.listing = null;
		}
	}

	public synchronized void read(long offset, DirectoryFiller filler, StatusView statuses) {
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
			DirectoryEntry entry = entries.entry(at);
			if (entry != null
					&& !filler.add(entry.name().value(), entry.node(), statuses.of(entry.node()), at + DOTS + 1)) {
				return;
			}
		}
	}

}
