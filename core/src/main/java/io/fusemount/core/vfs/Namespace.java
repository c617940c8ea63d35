package io.fusemount.core.vfs;

import java.util.function.Consumer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.file.OpenFile;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.file.Place;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ContentSource;
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

	private final Consumer<OpenFile> release;

	/**
	 * Creates it.
	 * @param release ends a handle that does not write
	 */
	Namespace(FileTree tree, OpenFiles openFiles, ChangeGuard guard, Consumer<OpenFile> release) {
		this.tree = tree;
		this.openFiles = openFiles;
		this.guard = guard;
		this.release = release;
	}

	OpenFile create(Location location, boolean write) {
		this.guard.requireAbsent(location);
		this.guard.requireCreatable(location);
		return this.openFiles.create(place(location), write);
	}

	void createEmpty(Location location) {
		this.guard.requireAbsent(location);
		this.guard.requireCreatable(location);
		RegularFile file = location.parent().create(location.name(), new FileChanges(ContentSource.empty(), null));
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
		if (this.openFiles.removeAlias(place(location)) || isLate(location)) {
			return;
		}
		RegularFile file = this.guard.requireDeletable(location);
		OpenFile open = this.openFiles.hold(file);
		if (open == null) {
			location.parent().delete(file);
			this.tree.changed(location.parent(), location.name(), null);
			return;
		}
		try {
			remove(location, open, null);
		}
		finally {
			this.release.accept(open);
		}
	}

	/** The alias of a deleted file has gone with its last handle, before libfuse asks. */
	private boolean isLate(Location location) {
		return ChangeGuard.isReserved(location) && this.tree.lookup(location.parent(), location.name()) == null;
	}

	void hide(Location location, Name alias, boolean replaced) {
		RegularFile file = this.guard.requireDeletable(location);
		// It may have no handle: libfuse still counts one whose release has just been
		// served.
		OpenFile open = this.openFiles.open(file, false);
		try {
			Place kept = new Place(location.parent(), alias);
			if (replaced && open.committed() != null) {
				this.openFiles.commit(open);
				this.openFiles.detach(open, kept, (stored) -> this.openFiles.secure(open));
			}
			else {
				remove(location, open, kept);
			}
		}
		finally {
			this.release.accept(open);
		}
	}

	/**
	 * Its first commit may be under way, and only after that is it known what to delete.
	 */
	private void remove(Location location, OpenFile open, @Nullable Place alias) {
		this.openFiles.detach(open, alias, (stored) -> {
			this.openFiles.secure(open);
			location.parent().delete(stored);
		});
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
		if (existing == null) {
			renameClosed(source, target, file, null);
		}
		else {
			this.openFiles.replace(existing.key(), () -> replace(source, target, file, existing));
		}
	}

	private void replace(Location source, Location target, RegularFile file, RegularFile existing) {
		OpenFile over = this.openFiles.hold(existing);
		if (over == null) {
			renameClosed(source, target, file, existing);
			return;
		}
		try {
			this.openFiles.secure(over);
			renameClosed(source, target, file, over.committed());
			this.openFiles.detach(over, null, (stored) -> {
			});
		}
		finally {
			this.release.accept(over);
		}
	}

	private void renameClosed(Location source, Location target, RegularFile file, @Nullable RegularFile replaced) {
		// Either snapshot may be outdated, and the one that is must be forgotten.
		this.tree.refreshing((replaced != null) ? replaced.key() : file.key(),
				() -> this.tree.refreshing(file.key(), () -> store(target, file, replaced)));
		this.tree.changed(source.parent(), source.name(), null);
	}

	private RegularFile store(Location target, RegularFile file, @Nullable RegularFile replaced) {
		OpenFile open = this.openFiles.hold(file);
		if (open != null) {
			try {
				return this.openFiles.rename(open, place(target), replaced);
			}
			finally {
				this.release.accept(open);
			}
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
