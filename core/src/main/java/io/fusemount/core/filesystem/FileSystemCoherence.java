package io.fusemount.core.filesystem;

import io.fusemount.core.change.Changes;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Names;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.vfs.ChangeObserver;
import io.fusemount.core.vfs.Coherence;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel may keep of a {@link NodeFileSystem}.
 */
final class FileSystemCoherence implements Coherence {

	private final FileTree tree;

	private final Names names;

	private final Bindings bindings;

	private final Changes changes;

	FileSystemCoherence(FileTree tree, Names names, Bindings bindings, Changes changes) {
		this.tree = tree;
		this.names = names;
		this.bindings = bindings;
		this.changes = changes;
	}

	@Override
	public long validNanos(Place place, @Nullable Node found) {
		return this.tree.validNanos(place, found);
	}

	@Override
	public long rootValidNanos() {
		return this.tree.rootValidNanos();
	}

	@Override
	public @Nullable String contentVersion(Node open) {
		return ((FileInode) open).bytesVersion();
	}

	@Override
	public void part(Node open) {
		FileInode file = (FileInode) open;
		if (this.names.file(file.key()) == file) {
			fetch(file);
			this.bindings.supersede(file);
		}
	}

	/** Its handles fail with {@code ESTALE} where nothing is left to read. */
	private static void fetch(FileInode file) {
		try {
			file.secure();
		}
		catch (RuntimeException ex) {
			// They go on with what they have read.
		}
	}

	@Override
	public Runnable observe(ChangeObserver observer) {
		return this.changes.observe(observer);
	}

}
