package io.fusemount.core.inode;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The listings that programs have begun to read, by directory, and the pages that need
 * not be read again until anything changes.
 */
public final class Listings {

	private final InodeTable inodes;

	private final Names names;

	private final KnownDirectories directories;

	private final ConcurrentMap<NodeKey, List<Listener>> open = new ConcurrentHashMap<>();

	public Listings(Names names) {
		this.inodes = names.inodes;
		this.names = names;
		this.directories = names.directories;
	}

	/**
	 * Returns a page of a listing that need not be read again, or {@code null}.
	 */
	public @Nullable KnownPage page(Directory directory, String position) {
		NodeKey key = directory.key();
		synchronized (this.inodes) {
			DirectoryInode known = this.directories.get(key);
			KnownPage page = (known != null) ? known.pages.get(position) : null;
			return (page != null && page.since() == this.names.ticket() && page.lease().isValid()) ? page : null;
		}
	}

	/**
	 * Remembers a page of a listing, unless anything has changed since.
	 */
	public void remember(Directory directory, String position, KnownPage page) {
		NodeKey key = directory.key();
		synchronized (this.inodes) {
			if (page.since() == this.names.ticket()) {
				this.directories.put(this.directories.get(key, directory), position, page);
			}
		}
	}

	/**
	 * Lets a listing hear what leaves its directory.
	 */
	public void listen(Directory directory, Listener listing) {
		this.open.merge(directory.key(), List.of(listing),
				(before, added) -> Stream.concat(before.stream(), added.stream()).toList());
	}

	/**
	 * Ends that.
	 */
	public void unlisten(Directory directory, Listener listing) {
		this.open.computeIfPresent(directory.key(), (key, before) -> {
			List<Listener> others = before.stream().filter((other) -> other != listing).toList();
			return others.isEmpty() ? null : others;
		});
	}

	/**
	 * Returns the listings of a directory that programs have begun to read.
	 */
	public List<Listener> of(NodeKey directory) {
		return this.open.getOrDefault(directory, List.of());
	}

	/**
	 * Returns the listings of all directories.
	 */
	public List<Listener> all() {
		return this.open.values().stream().flatMap(List::stream).toList();
	}

	/**
	 * Hears what leaves a directory while a program reads it.
	 */
	public interface Listener {

		/** A node does not have a name that it had. */
		void left(Name name, NodeKey node);

		/** A node has another name in the directory. */
		void renamed(Name before, Name name, Inode node);

		/** A node no longer exists. */
		void gone(NodeKey node);

	}

}
