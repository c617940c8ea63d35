package io.fusemount.core.vfs;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.file.OpenFile;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.file.Place;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * The changes of names: what comes to be, ceases to be, or is called otherwise, with the
 * handles that are open on it.
 */
final class Namespace {

	private final FileTree tree;

	private final OpenFiles openFiles;

	private final ChangeGuard guard;

	Namespace(FileTree tree, OpenFiles openFiles, ChangeGuard guard) {
		this.tree = tree;
		this.openFiles = openFiles;
		this.guard = guard;
	}

	OpenFile create(Location location, boolean write) {
		this.guard.requireAbsent(location);
		this.guard.requireCreatable(location);
		return this.openFiles.create(place(location), write);
	}

	void createEmpty(Location location) {
		this.guard.requireAbsent(location);
		this.guard.requireCreatable(location);
		RegularFile file = location.parent().create(location.name(), new FileChanges(EmptyContent.INSTANCE, null));
		this.tree.changed(location.parent(), location.name(), file);
	}

	void createDirectory(Location location) {
		this.guard.requireAbsent(location);
		this.guard.requireNotReadOnly();
		throw new ErrnoException(Errno.EPERM, "Directories are repositories and can not be made");
	}

	void deleteDirectory(Location location) {
		Directory directory = FileTree.requireDirectory(this.guard.requireExisting(location), location.name());
		this.guard.requireNotReadOnly();
		if (this.tree.list(directory).entry(0) != null) {
			throw new ErrnoException(Errno.ENOTEMPTY, "Directory not empty: " + location.name());
		}
		throw new ErrnoException(Errno.EPERM, "Directories are repositories and can not be removed");
	}

	void delete(Location location) {
		if (this.openFiles.removeAlias(place(location))) {
			return;
		}
		RegularFile file = this.guard.requireDeletable(location);
		OpenFile open = this.openFiles.find(file);
		remove(location, file, open);
		if (open != null) {
			this.openFiles.detach(open, null);
		}
	}

	void hide(Location location, Name alias, boolean replaced) {
		RegularFile file = this.guard.requireDeletable(location);
		OpenFile open = this.openFiles.find(file);
		if (open == null) {
			// libfuse still counts a handle whose release has just been served.
			open = this.openFiles.openWithoutHandle(file);
		}
		if (replaced && open.committed() != null) {
			this.openFiles.commit(open);
			this.openFiles.secure(open);
		}
		else {
			remove(location, file, open);
		}
		this.openFiles.detach(open, new Place(location.parent(), alias));
	}

	private void remove(Location location, RegularFile file, @Nullable OpenFile open) {
		RegularFile stored = (open != null) ? open.committed() : file;
		if (open != null && stored != null) {
			this.openFiles.secure(open);
		}
		if (stored != null) {
			location.parent().delete(stored);
		}
		this.tree.changed(location.parent(), location.name(), null);
	}

	void rename(Location source, Location target) {
		Node node = this.guard.requireExisting(source);
		if (!source.parent().key().equals(target.parent().key())) {
			throw new ErrnoException(Errno.EXDEV, "A file can not leave its directory: each is a repository");
		}
		if (!(node instanceof RegularFile file)) {
			throw new ErrnoException(Errno.EPERM, "Directories of a mount can not be renamed");
		}
		this.guard.requireCreatable(target);
		Node existing = this.tree.lookup(target.parent(), target.name());
		if (existing == null) {
			renameToFreeName(source, target, file);
		}
		else if (!existing.key().equals(node.key())) {
			rename(source, target, file, ChangeGuard.requireFile(existing));
		}
	}

	private void renameToFreeName(Location source, Location target, RegularFile file) {
		try {
			rename(source, target, file, null);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.EEXIST) {
				throw ex;
			}
			// The application may have taken the name since it was looked up last.
			this.tree.invalidate(file.key());
			Node taken = this.tree.lookup(target.parent(), target.name());
			if (taken == null) {
				throw ex;
			}
			rename(source, target, file, ChangeGuard.requireFile(taken));
		}
	}

	private void rename(Location source, Location target, RegularFile file, @Nullable RegularFile existing) {
		OpenFile over = (existing != null) ? this.openFiles.find(existing) : null;
		RegularFile replaced = (over != null) ? over.committed() : existing;
		if (over != null) {
			this.openFiles.secure(over);
		}
		// Either snapshot may be outdated, and the one that is must be forgotten.
		this.tree.refreshing((existing != null) ? existing.key() : file.key(),
				() -> this.tree.refreshing(file.key(), () -> store(target, file, replaced)));
		this.tree.changed(source.parent(), source.name(), null);
		if (over != null) {
			this.openFiles.detach(over, null);
		}
	}

	private RegularFile store(Location target, RegularFile file, @Nullable RegularFile replaced) {
		OpenFile open = this.openFiles.find(file);
		if (open != null) {
			return this.openFiles.rename(open, place(target), replaced);
		}
		RegularFile renamed = target.parent().rename(file, target.name(), replaced);
		this.openFiles.succeeded((replaced != null) ? replaced : file, renamed);
		this.tree.changed(target.parent(), target.name(), renamed);
		return renamed;
	}

	private static Place place(Location location) {
		return new Place(location.parent(), location.name());
	}

}
