package io.fusemount.core.namespace;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.inode.Changes;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.OpenFileNode;
import io.fusemount.core.inode.Tables;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * Stores files under other names, open or not, whoever has asked for that and when.
 */
public final class StoredNames {

	private final OpenFiles openFiles;

	private final InodeTable inodes;

	private final Changes changes;

	private final FileTree tree;

	public StoredNames(FileTree tree, Tables tables, OpenFiles openFiles) {
		this.tree = tree;
		this.openFiles = openFiles;
		this.inodes = tables.inodes();
		this.changes = tables.changes();
	}

	/**
	 * Renames a file to a name that nothing seems to have.
	 */
	void renameToFreeName(Place source, Place target, RegularFile file) {
		try {
			rename(source, target, file, null);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.EEXIST) {
				throw ex;
			}
			// The application may have taken the name since it was looked up last.
			this.changes.invalidated(file.key());
			Node taken = this.tree.stored(target);
			if (taken == null) {
				throw ex;
			}
			replace(source, target, file, ChangeGuard.requireFile(taken));
		}
	}

	void replace(Place source, Place target, RegularFile file, RegularFile existing) {
		this.openFiles.replacements().replace(existing, (replaced) -> rename(source, target, file, replaced));
	}

	RegularFile rename(Place source, Place target, RegularFile file, @Nullable RegularFile replaced) {
		// Either snapshot may be outdated, and the one that is must be forgotten.
		RegularFile renamed = this.changes.refreshing((replaced != null) ? replaced.key() : file.key(),
				() -> this.changes.refreshing(file.key(), () -> store(source, target, file, replaced)));
		if (file instanceof OpenFileNode) {
			// A row that is under another name for a while may still be stored there.
			this.changes.touched(source.directory());
		}
		else {
			this.changes.left(source);
		}
		return renamed;
	}

	private RegularFile store(Place source, Place target, RegularFile file, @Nullable RegularFile replaced) {
		OpenFile open = this.inodes.hold(file);
		if (open != null) {
			try {
				return this.openFiles.rename(open, source, target, replaced);
			}
			finally {
				this.openFiles.release(open, false);
			}
		}
		RegularFile renamed = this.openFiles.replacements().rename(source, file, target, replaced);
		this.changes.renamed(source, file, replaced, target, renamed);
		return renamed;
	}

}
