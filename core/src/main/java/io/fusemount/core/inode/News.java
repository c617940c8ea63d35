package io.fusemount.core.inode;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * Takes in what others have changed, or may have.
 */
public final class News {

	private final InodeTable inodes;

	private final Names names;

	public News(Names names) {
		this.inodes = names.inodes;
		this.names = names;
	}

	/**
	 * Forgets a node that others have changed, and all names that stood for nothing: one
	 * of them may be its new one.
	 * @return where it was known to be, or {@code null}
	 */
	public @Nullable Place forget(NodeKey node) {
		synchronized (this.inodes) {
			this.names.news();
			Place place = this.names.place(node);
			if (place != null) {
				this.names.forget(place);
			}
			return place;
		}
	}

	/**
	 * Forgets what was found in a directory.
	 */
	public void forgetIn(NodeKey directory) {
		synchronized (this.inodes) {
			this.names.news();
			DirectoryInode known = this.names.directories.get(directory);
			if (known != null) {
				this.names.directories.drop(known);
			}
		}
	}

	/**
	 * Lets the names of files be looked up again where directories may take them.
	 */
	public void doubtBesideDirectories() {
		synchronized (this.inodes) {
			this.names.directories.all()
				.stream()
				.filter((directory) -> directory.directory.hasDirectories())
				.flatMap((directory) -> directory.found.values().stream())
				.filter((found) -> found.inode instanceof FileInode)
				.forEach((found) -> found.doubted = true);
		}
	}

	/**
	 * Lets everything that was found be looked up again when it is needed.
	 */
	public void doubtAll() {
		synchronized (this.inodes) {
			this.names.news();
			this.names.directories.all()
				.forEach((directory) -> directory.found.values().forEach((found) -> found.doubted = true));
		}
	}

	/**
	 * Forgets everything that was found.
	 */
	public void forgetAll() {
		synchronized (this.inodes) {
			this.names.news();
			this.names.directories.all().forEach(this.names.directories::drop);
		}
	}

}
