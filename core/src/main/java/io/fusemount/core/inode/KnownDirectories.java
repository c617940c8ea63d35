package io.fusemount.core.inode;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;

import io.fusemount.core.limit.HeapRoom;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * The directories that this process knows, and what was found in them, in a limited
 * number. {@link InodeTable} guards it.
 */
final class KnownDirectories {

	/** Some hundred bytes each. */
	static final int MAX_DIRECTORIES = HeapRoom.of(50_000);

	private final int maxNames;

	/** Those in which nothing was found for the longest time come first. */
	private final LinkedHashMap<NodeKey, DirectoryInode> byKey = new LinkedHashMap<>();

	/** Those in which names are remembered, in the same order. */
	private final LinkedHashSet<DirectoryInode> remembering = new LinkedHashSet<>();

	/** Those of which pages are remembered, the longest known first. */
	private final LinkedHashSet<DirectoryInode> listed = new LinkedHashSet<>();

	/**
	 * Those in which names are known to stand for nothing, in the order of the last one.
	 */
	private final LinkedHashSet<DirectoryInode> missing = new LinkedHashSet<>();

	/** The number of names that are remembered, without those that stand for nothing. */
	private int names;

	private int missingNames;

	/** The directory whose names were used last. */
	private @Nullable DirectoryInode latest;

	private int pageEntries;

	/** The last change of anything in directories that are not known any more. */
	private long lostAt;

	KnownDirectories(int maxNames) {
		this.maxNames = maxNames;
	}

	/** Whether any name is remembered. */
	boolean isRemembering() {
		return this.maxNames > 0;
	}

	@Nullable DirectoryInode get(NodeKey key) {
		return this.byKey.get(key);
	}

	DirectoryInode get(NodeKey key, Directory directory) {
		DirectoryInode known = this.byKey.get(key);
		if (known == null) {
			known = new DirectoryInode(key, directory);
			known.lostAt = this.lostAt;
			this.byKey.put(key, known);
			forgetOldest();
		}
		return known;
	}

	Collection<DirectoryInode> all() {
		return this.byKey.values();
	}

	private void forgetOldest() {
		Iterator<DirectoryInode> oldest = this.byKey.values().iterator();
		while (this.byKey.size() > MAX_DIRECTORIES && oldest.hasNext()) {
			DirectoryInode directory = oldest.next();
			if (directory.isIdle() && oldest.hasNext()) {
				dropAll(directory);
				oldest.remove();
			}
		}
	}

	void remove(DirectoryInode directory) {
		dropAll(directory);
		this.byKey.remove(directory.key(), directory);
	}

	private void dropAll(DirectoryInode directory) {
		drop(directory);
		forgetPages(directory);
		this.lostAt = Math.max(this.lostAt, directory.lostAt);
	}

	/** Forgets everything that was found in a directory. */
	void drop(DirectoryInode directory) {
		List.copyOf(directory.found.keySet()).forEach((name) -> drop(directory, name));
		List.copyOf(directory.absent.keySet()).forEach((name) -> drop(directory, name));
	}

	/** Forgets what was found under a name. */
	void drop(DirectoryInode directory, Name name) {
		Found found = directory.found.get(name);
		Found absent = directory.absent.get(name);
		replace(directory, name);
		if (found != null) {
			directory.lostAt = Math.max(directory.lostAt, found.since);
		}
		if (absent != null) {
			directory.lostAt = Math.max(directory.lostAt, absent.since);
		}
	}

	/** Makes room for something newer that is remembered of a name. */
	private void replace(DirectoryInode directory, Name name) {
		if (directory.found.remove(name) != null) {
			this.names--;
			if (directory.found.isEmpty()) {
				this.remembering.remove(directory);
			}
		}
		if (directory.absent.remove(name) != null) {
			this.missingNames--;
			if (directory.absent.isEmpty()) {
				this.missing.remove(directory);
			}
		}
	}

	/** Forgets all names that stood for nothing. */
	void dropMissing() {
		for (DirectoryInode directory : this.missing) {
			directory.absent.values().forEach((absent) -> directory.lostAt = Math.max(directory.lostAt, absent.since));
			directory.absent.clear();
		}
		this.missing.clear();
		this.missingNames = 0;
	}

	/** Keeps the names in a directory longer than those in others. */
	void used(DirectoryInode directory) {
		if (this.latest != directory && this.remembering.remove(directory)) {
			this.remembering.add(directory);
			this.latest = directory;
		}
	}

	/** Returns what was found last where the source has the inode, if that is it. */
	@Nullable Found found(Inode inode) {
		Place place = inode.storedAt();
		DirectoryInode directory = (place != null) ? get(place.directoryKey()) : null;
		Found found = (place != null && directory != null) ? directory.found.get(place.name()) : null;
		return (found != null && found.inode == inode) ? found : null;
	}

	/** Remembers what the source has at a place. A node has one name at most. */
	void put(Place place, Found found) {
		DirectoryInode directory = get(place.directoryKey(), place.directory());
		Inode inode = found.inode;
		if (inode != null) {
			leaveName(inode);
		}
		replace(directory, place.name());
		if (inode != null && !(inode instanceof FileInode file && file.detour != null)) {
			inode.place = place;
		}
		this.byKey.remove(directory.key());
		this.byKey.put(directory.key(), directory);
		if (!isRemembering()) {
			directory.lostAt = Math.max(directory.lostAt, found.since);
			return;
		}
		if (inode != null) {
			directory.found.put(place.name(), found);
			this.names++;
			this.remembering.remove(directory);
			this.remembering.add(directory);
			this.latest = directory;
		}
		else {
			directory.absent.put(place.name(), found);
			this.missingNames++;
			this.missing.remove(directory);
			this.missing.add(directory);
		}
		evict();
	}

	private void leaveName(Inode inode) {
		Place before = (found(inode) != null) ? inode.storedAt() : null;
		DirectoryInode directory = (before != null) ? get(before.directoryKey()) : null;
		if (before != null && directory != null) {
			replace(directory, before.name());
		}
	}

	/** Another inode stands for what was found of one. */
	void inherit(Inode before, Inode heir) {
		Place place = heir.place;
		DirectoryInode directory = (place != null) ? get(place.directoryKey()) : null;
		Found found = (place != null && directory != null) ? directory.found.get(place.name()) : null;
		if (place != null && directory != null && found != null && found.inode == before) {
			directory.found.put(place.name(), found.with(heir, found.lease, found.since));
		}
	}

	private void evict() {
		while (this.names > this.maxNames) {
			DirectoryInode oldest = this.remembering.iterator().next();
			drop(oldest, oldest.found.keySet().iterator().next());
		}
		while (this.missingNames > this.maxNames) {
			DirectoryInode oldest = this.missing.iterator().next();
			drop(oldest, oldest.absent.keySet().iterator().next());
		}
	}

	/** Remembers a page of a listing. */
	void put(DirectoryInode directory, String position, KnownPage page) {
		KnownPage before = directory.pages.put(position, page);
		this.pageEntries += page.size() - ((before != null) ? before.size() : 0);
		this.listed.remove(directory);
		this.listed.add(directory);
		while (this.pageEntries > this.maxNames) {
			forgetPages(this.listed.iterator().next());
		}
	}

	private void forgetPages(DirectoryInode directory) {
		directory.pages.values().forEach((page) -> this.pageEntries -= page.size());
		directory.pages.clear();
		this.listed.remove(directory);
	}

}
