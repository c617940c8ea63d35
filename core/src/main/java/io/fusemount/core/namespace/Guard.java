package io.fusemount.core.namespace;

import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.tree.Rights;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.PermissionChanges;
import org.jspecify.annotations.Nullable;

/**
 * What has to hold before anything changes; each requirement fails with the errno that
 * programs know for it.
 */
public final class Guard {

	/** For owner, group or others. */
	private static final int EXECUTE = 0111;

	/** The prefix of names that libfuse keeps for itself. */
	private static final String RESERVED_PREFIX = ".fuse_hidden";

	private final FileSystemSettings settings;

	private final FileTree tree;

	private final Rights rights;

	public Guard(FileSystemSettings settings, FileTree tree) {
		this.settings = settings;
		this.tree = tree;
		this.rights = tree.rights();
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
	 * Requires a file or a directory that the caller may see.
	 * @throws ErrnoException {@code ENOENT}
	 */
	public void requireSeen(Node node) {
		this.rights.requireSeen(node);
	}

	/**
	 * Whether no caller can ever change a node, whatever rights callers have.
	 */
	public boolean isUnchangeable(Node node) {
		return this.settings.readOnly() || !node.attributes().writable();
	}

	/**
	 * Requires a node that the caller can change.
	 * @throws ErrnoException {@code EROFS}, {@code EACCES}, {@code ENOENT}
	 */
	public void requireWritable(Node node) {
		requireNotReadOnly();
		if (!node.attributes().writable()) {
			throw new ErrnoException(Errno.EROFS, "It cannot be changed: its repository or directory is read-only");
		}
		this.rights.requireChangeable(node);
	}

	/**
	 * Requires a file that the caller can change, and whose content the caller can store
	 * as far as this is known before there is any.
	 * @throws ErrnoException as {@link #requireWritable}
	 */
	public void requireStorable(RegularFile file) {
		requireWritable(file);
		if (file instanceof FileInode inode && !inode.isScratch()) {
			Place place = inode.storedAt();
			if (place != null) {
				place.directory().requireStoring(inode.isStored() ? inode.version() : null);
			}
		}
	}

	/**
	 * Requires a node that can be used as requested.
	 * @throws ErrnoException {@code EROFS} or {@code EACCES}
	 */
	public void requireAccess(Node node, boolean write, boolean execute) {
		requireSeen(node);
		if (write) {
			requireWritable(node);
		}
		if (execute && node instanceof RegularFile && !isExecutable(node.ownership().mode())) {
			throw new ErrnoException(Errno.EACCES, "The file is not executable");
		}
	}

	private static boolean isExecutable(@Nullable Integer mode) {
		return mode != null && (mode & EXECUTE) != 0;
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
		this.rights.requireChangeable(node);
		return requireFile(node);
	}

	/** Requires that nobody else is doing anything with the name of a file. */
	void requireAlone(Place place, FileInode file) {
		this.rights.requireAlone(place, file);
	}

	/** Requires that the caller may change what was found at a place. */
	void requireChangeable(Place place, Node found) {
		if (found instanceof Directory) {
			this.rights.requireChangeable(place, found);
		}
		else {
			this.rights.requireChangeable(found);
		}
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

	/**
	 * Requires that a name can be given to something else: what the caller may not see
	 * keeps it.
	 * @param seen looks up what the caller sees under the name, where not all callers see
	 * the same
	 * @param waiting the row that waits under the name for a new file
	 */
	void requireGivable(Place place, Supplier<@Nullable Node> seen, @Nullable FileInode waiting) {
		if (place.directory().audiences() != null) {
			Node found = seen.get();
			this.rights.requireAlone(place, (found instanceof FileInode file) ? file : null);
			if (found == null) {
				requireNotTaken(place);
			}
			else {
				this.rights.requireChangeable(found);
			}
			if (waiting != null) {
				this.rights.requireChangeable(place, waiting);
			}
		}
	}

	/** Asks no directory. */
	void requireNotKnown(Place place) {
		if (this.tree.isKnown(place)) {
			throw new ErrnoException(Errno.EEXIST, "File exists: " + place.name());
		}
	}

	/** A file that is created under the name would not be found by it. */
	void requireNotTaken(Place place) {
		if (this.tree.isHidden(place) || place.directory().isTaken(place.name())) {
			throw new ErrnoException(Errno.EEXIST, "The name is taken, although it is not listed: " + place.name(),
					"Several files have or had it, each listed with its id, or you may not see the one that has it",
					null);
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
