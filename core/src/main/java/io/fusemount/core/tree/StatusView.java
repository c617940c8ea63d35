package io.fusemount.core.tree;

import java.util.Objects;

import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.ModificationTimes;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.SymbolicLink;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.FileStatus.Kind;
import io.fusemount.core.vfs.FileSystemSettings;

/**
 * The attributes of nodes as programs see them.
 */
public final class StatusView {

	private static final int READ = 0444;

	private static final int WRITE = 0222;

	private static final int SEARCH = 0111;

	private static final int ALL = 0777;

	private static final long ROOT_INODE = 1;

	private final FileSystemSettings settings;

	private final Directory root;

	private final ModificationTimes times;

	public StatusView(FileSystemSettings settings, Directory root, ModificationTimes times) {
		this.settings = settings;
		this.root = root;
		this.times = times;
	}

	/**
	 * Returns the status of a node.
	 */
	public FileStatus of(Node node) {
		if (node instanceof FileInode file) {
			return of(file);
		}
		if (node instanceof Directory directory) {
			return of(directory);
		}
		return (node instanceof SymbolicLink) ? status(node, Kind.SYMBOLIC_LINK, READ | SEARCH, 1)
				: status(node, Kind.REGULAR_FILE, READ, 1);
	}

	private FileStatus of(FileInode file) {
		Ownership kept = file.ownership();
		return new FileStatus(file.number(), Kind.REGULAR_FILE, permissions(kept, READ, file.isWritable()),
				file.isGone() ? 0 : 1, owner(kept), group(kept), file.size(), file.allocated(), file.created(),
				file.modified());
	}

	private FileStatus of(Directory directory) {
		FileStatus status = status(directory, Kind.DIRECTORY, READ | SEARCH, links(directory));
		long inode = directory.key().equals(this.root.key()) ? ROOT_INODE : status.inode();
		return new FileStatus(inode, status.kind(), status.permissions(), status.links(), status.uid(), status.gid(), 0,
				status.created(), this.times.of(directory));
	}

	/**
	 * 1 tells that links do not count the directories in this one, as on Btrfs:
	 * {@code find} would look for no more than that.
	 */
	private static int links(Directory directory) {
		if (directory instanceof VirtualDirectory virtual) {
			return 2 + virtual.subdirectories();
		}
		return directory.hasDirectories() ? 1 : 2;
	}

	private FileStatus status(Node node, Kind kind, int permissions, int links) {
		Attributes attributes = node.attributes();
		long size = (node instanceof SymbolicLink link) ? link.target().length() : attributes.size();
		Ownership kept = node.ownership();
		return new FileStatus(node.key().inode(), kind, permissions(kept, permissions, attributes.writable()), links,
				owner(kept), group(kept), size, attributes.created(), attributes.modified());
	}

	private int permissions(Ownership kept, int permissions, boolean writable) {
		boolean write = writable && !this.settings.readOnly();
		Integer mode = kept.mode();
		return (mode != null) ? (write ? mode : mode & ~WRITE)
				: (permissions | (write ? WRITE : 0)) & ALL & ~this.settings.umask();
	}

	private int owner(Ownership kept) {
		return Objects.requireNonNullElse(kept.owner(), this.settings.uid());
	}

	private int group(Ownership kept) {
		return Objects.requireNonNullElse(kept.group(), this.settings.gid());
	}

}
