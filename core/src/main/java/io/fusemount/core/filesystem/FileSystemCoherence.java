package io.fusemount.core.filesystem;

import io.fusemount.core.change.Changes;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.node.Directory;
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

	private final Bindings bindings;

	private final Changes changes;

	FileSystemCoherence(FileTree tree, Bindings bindings, Changes changes) {
		this.tree = tree;
		this.bindings = bindings;
		this.changes = changes;
	}

	@Override
	public long validNanos(Place place, @Nullable Node found) {
		return this.tree.validNanos(place, found);
	}

	@Override
	public boolean isNameForAll(Place place) {
		return place.directory().audiences() == null;
	}

	@Override
	public boolean areAttributesForAll(Node found) {
		return !(found instanceof Directory directory && directory.audiences() != null);
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
		this.bindings.supersede((FileInode) open);
	}

	@Override
	public void secure(Node open) {
		try {
			((FileInode) open).secure();
		}
		catch (RuntimeException ex) {
			// Handles read the rest from the row as long as that has it.
		}
	}

	@Override
	public Runnable observe(ChangeObserver observer) {
		return this.changes.observe(observer);
	}

}
