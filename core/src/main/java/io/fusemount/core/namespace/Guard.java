package io.fusemount.core.namespace;

import org.jspecify.annotations.Nullable;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.PermissionChanges;

/**
 * What has to hold before anything changes; each requirement fails with the errno that
 * programs know for it.
 */
public final class Guard {

	/** The prefix of names that libfuse keeps for itself. */
	private static final String RESERVED_PREFIX = ".fuse_hidden";

	private final FileSystemSettings settings;

	private final FileTree tree;

	public Guard(FileSystemSettings settings, FileTree tree) {
		this.settings = settings;
		this.tree = tree;
	}

	/**
	 * Requires a mount that can be changed.
	 * @throws ErrnoException {@code EROFS}
	 */
	public void requireNotReadOnly() {
		if (this.settings.readOnly()) {
			throw new ErrnoException(Errno.EROFS, "The mount is read-only");
		}
	}

	/**
	 * Requires a node that can be changed.
	 * @throws ErrnoException {@code EROFS}
	 */
	public void requireWritable(Node node) {
		requireNotReadOnly();
		if (!node.attributes().writable()) {
			throw new ErrnoException(Errno.EROFS, "It cannot be changed: its repository or directory is read-only");
		}
	}

	/**
	 * Requires a node that can be used as requested.
	 * @throws ErrnoException {@code EROFS} or {@code EACCES}
	 */
	public void requireAccess(Node node, boolean write, boolean execute) {
		if (write) {
			requireWritable(node);
		}
		if (execute && node instanceof RegularFile) {
			throw new ErrnoException(Errno.EACCES, "Files of a mount are not executable");
		}
	}

	/**
	 * Requires that mode and owner stay, unless changes of them are ignored.
	 * @throws ErrnoException {@code EPERM}
	 */
	public void requireSame(boolean same, String message, String hint) {
		if (!same && this.settings.permissionChanges() == PermissionChanges.REFUSE) {
			throw new ErrnoException(Errno.EPERM, message, hint, null);
		}
	}

	void requireCreatable(Place place) {
		requireNotReadOnly();
		requireNotReserved(place);
		if (!place.directory().canCreate()) {
			throw new ErrnoException(Errno.EROFS, "The directory takes no files");
		}
	}

	void requireDirectories(Directory directory, String what) {
		requireNotReadOnly();
		if (!directory.canCreateDirectories()) {
			String refusal = directory.refusesDirectories();
			throw new ErrnoException(Errno.EPERM,
					"Directories cannot be " + what + " here" + ((refusal != null) ? ": " + refusal : ""));
		}
	}

	void requireNotReserved(Place place) {
		if (place.name().value().startsWith(RESERVED_PREFIX)) {
			throw new ErrnoException(Errno.EPERM, "Names with " + RESERVED_PREFIX + " are reserved");
		}
	}

	RegularFile requireDeletable(Place place) {
		Node node = requireExisting(place);
		requireNotReadOnly();
		boolean local = node instanceof FileInode file && !file.isStored();
		if (!place.directory().canDelete() && !local) {
			throw new ErrnoException(Errno.EPERM, "Nothing can be deleted in this directory");
		}
		return requireFile(node);
	}

	Node requireExisting(Place place) {
		Node node = this.tree.lookup(place);
		if (node == null) {
			throw new ErrnoException(Errno.ENOENT, "No such file or directory");
		}
		return node;
	}

	void requireAbsent(Place place) {
		if (this.tree.lookup(place) != null) {
			throw new ErrnoException(Errno.EEXIST, "File exists: " + place.name());
		}
	}

	/** Asks no directory. */
	void requireNotKnown(Place place) {
		if (this.tree.isKnown(place)) {
			throw new ErrnoException(Errno.EEXIST, "File exists: " + place.name());
		}
	}

	/** A file that is created under the name would not be found by it. */
	void requireUnambiguous(Place place) {
		if (place.directory().isAmbiguous(place.name())) {
			throw new ErrnoException(Errno.EEXIST, "Several files have or had the name " + place.name(),
					"Each of them has a name with its id: list the directory", null);
		}
	}

	/** Whether both are names of one file. */
	static boolean isSameFile(Node node, @Nullable Node existing) {
		return node instanceof RegularFile file && existing instanceof RegularFile other && file.isSameFile(other);
	}

	/**
	 * Returns the node as a file.
	 * @throws ErrnoException {@code EISDIR} or {@code EINVAL}
	 */
	public static RegularFile requireFile(Node node) {
		if (node instanceof RegularFile file) {
			return file;
		}
		throw new ErrnoException((node instanceof Directory) ? Errno.EISDIR : Errno.EINVAL, "Not a regular file");
	}

}
