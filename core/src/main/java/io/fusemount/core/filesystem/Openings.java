package io.fusemount.core.filesystem;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.handle.DirectoryHandle;
import io.fusemount.core.handle.FileHandle;
import io.fusemount.core.handle.HandleTable;
import io.fusemount.core.inode.Changes;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.Tables;
import io.fusemount.core.namespace.ChangeGuard;
import io.fusemount.core.namespace.Namespace;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;

/**
 * How programs get handles of files and directories, until the filesystem is unmounted.
 */
final class Openings {

	private final FileTree tree;

	private final OpenFiles openFiles;

	private final ChangeGuard guard;

	private final Namespace namespace;

	private final Commits commits;

	private final Changes changes;

	private final HandleTable handles;

	Openings(FileTree tree, Tables tables, OpenFiles openFiles, ChangeGuard guard, Namespace namespace, Commits commits,
			HandleTable handles) {
		this.tree = tree;
		this.openFiles = openFiles;
		this.guard = guard;
		this.namespace = namespace;
		this.commits = commits;
		this.changes = tables.changes();
		this.handles = handles;
	}

	HandleId openDirectory(Node node) {
		Directory directory = FileTree.requireDirectory(node, node.key());
		return this.handles.add(() -> new DirectoryHandle(this.tree, directory), (late) -> {
		});
	}

	HandleId open(Node node, OpenOptions options) {
		RegularFile file = ChangeGuard.requireFile(node);
		if (options.write()) {
			this.guard.requireWritable(file);
		}
		return this.handles.add(() -> openHandle(file, options), this::close);
	}

	private FileHandle openHandle(RegularFile file, OpenOptions options) {
		Place found = this.tree.place(file);
		OpenFile open = options.truncate() ? this.openFiles.openUnmeasured(file, options.write())
				: this.changes.refreshing(file.key(), () -> this.openFiles.open(file, options.write()));
		try {
			if (found != null && options.write()) {
				open.foundAt(found);
			}
			if (options.truncate()) {
				open.truncate(0);
			}
			else {
				this.changes.opened(file, open.committed());
			}
		}
		catch (RuntimeException ex) {
			this.openFiles.release(open, options.write());
			throw ex;
		}
		// The kernel, which else knows the end under its own lock, does not if it is
		// direct.
		return new FileHandle(open, options.write(), options.append() && options.direct(), found);
	}

	HandleId create(Place place, OpenOptions options) {
		return this.commits.watchCreation(place, () -> createOrOpen(place, options));
	}

	private HandleId createOrOpen(Place place, OpenOptions options) {
		try {
			return createNew(place, options);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.EEXIST) {
				throw ex;
			}
			Node taken = this.tree.lookupAgain(place);
			if (taken == null) {
				throw new ErrnoException(Errno.EEXIST, String.valueOf(ex.getMessage()),
						(ex.hint() != null) ? ex.hint()
								: "Nothing is found under this name: the application takes it for that of another file",
						ex);
			}
			if (options.creation() != OpenOptions.Creation.SHARED) {
				throw new ErrnoException(Errno.EEXIST, "File exists: " + place.name());
			}
			// The application or another program was quicker since the kernel asked.
			return open(taken, options);
		}
	}

	private HandleId createNew(Place place, OpenOptions options) {
		return this.handles.add(
				() -> new FileHandle(this.namespace.create(place, options), options.write(), false, place),
				this::close);
	}

	private void close(FileHandle late) {
		this.openFiles.release(late.file(), late.write());
	}

}
