package io.fusemount.core.inode;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * What names stood for when they were last looked up, nothing included, for a limited
 * time and in a limited number. A load that overlaps a change is never kept: the loader
 * takes a {@linkplain #changes() ticket} first and loses if it is outdated.
 */
public final class LookupCache {

	/** So many places are remembered in any case: what is opened has just been found. */
	private static final int MIN_ENTRIES = 256;

	private final int maxEntries;

	private final LinkedHashMap<Key, Entry> entries = new LinkedHashMap<>(256, 0.75f, true);

	/** Names that stand for nothing; apart, because every change drops them all. */
	private final LinkedHashMap<Key, Lease> misses = new LinkedHashMap<>(256, 0.75f, true);

	private final Map<NodeKey, Key> names = new HashMap<>();

	private long changes;

	/**
	 * Creates the cache.
	 * @param maxEntries how many names it keeps, the least recently used go first; 0 for
	 * none
	 */
	public LookupCache(int maxEntries) {
		this.maxEntries = maxEntries;
	}

	/**
	 * Returns the number of changes so far.
	 */
	public synchronized long changes() {
		return this.changes;
	}

	/**
	 * Returns what a name stands for, nothing included, or {@code null} if that is not
	 * known.
	 */
	public synchronized @Nullable Entry get(NodeKey directory, Name name) {
		if (this.maxEntries == 0) {
			return null;
		}
		Key key = new Key(directory, name);
		Entry entry = this.entries.get(key);
		if (entry != null && entry.lease().isValid()) {
			return entry;
		}
		Lease miss = this.misses.get(key);
		return (miss != null && miss.isValid()) ? new Entry(null, miss, null) : null;
	}

	/**
	 * Returns where a node was found last, or {@code null} if that is not known any more.
	 */
	public synchronized @Nullable Place place(NodeKey node) {
		Key key = this.names.get(node);
		Entry entry = (key != null) ? this.entries.get(key) : null;
		Directory directory = (entry != null) ? entry.directory() : null;
		return (key != null && directory != null) ? new Place(directory, key.name()) : null;
	}

	/**
	 * Keeps what was loaded, unless something changed since the ticket was taken.
	 */
	public synchronized void load(long ticket, Directory directory, Name name, @Nullable Node node, Lease lease) {
		if (ticket == this.changes) {
			put(new Key(directory.key(), name), new Entry(node, lease, directory));
		}
	}

	/**
	 * Keeps what a change of this filesystem resulted in.
	 */
	synchronized void change(Directory directory, Name name, @Nullable Node node, Lease lease) {
		this.changes++;
		put(new Key(directory.key(), name), new Entry(node, lease, directory));
	}

	/**
	 * Takes a newer snapshot of a node that keeps its name.
	 */
	synchronized void update(Node node, Lease lease) {
		this.changes++;
		Key key = this.names.get(node.key());
		Entry before = (key != null) ? this.entries.get(key) : null;
		if (key != null && before != null) {
			put(key, new Entry(node, lease, before.directory()));
		}
	}

	/**
	 * Takes a snapshot in the place of another one, which knew less of the same version.
	 */
	synchronized void replace(Node known, Node better) {
		Key key = this.names.get(known.key());
		Entry entry = (key != null) ? this.entries.get(key) : null;
		if (key != null && entry != null && entry.node() == known) {
			this.entries.put(key, new Entry(better, entry.lease(), entry.directory()));
		}
	}

	/**
	 * Forgets a node under whatever name, and all names that stood for nothing: one of
	 * them may be the node's new one.
	 * @return the key of the directory that it was known in, or {@code null}
	 */
	synchronized @Nullable NodeKey invalidate(NodeKey node) {
		this.changes++;
		this.misses.clear();
		Key key = this.names.get(node);
		if (key != null) {
			remove(key);
		}
		return (key != null) ? key.directory() : null;
	}

	/**
	 * Forgets what a name stood for.
	 */
	public synchronized void forget(Place place) {
		remove(new Key(place.directory().key(), place.name()));
	}

	/**
	 * Forgets what names of a directory stood for.
	 */
	synchronized void forgetIn(NodeKey directory) {
		this.changes++;
		this.misses.clear();
		List<Key> known = this.entries.keySet().stream().filter((key) -> key.directory().equals(directory)).toList();
		known.forEach(this::remove);
	}

	/**
	 * Forgets all nodes and names.
	 */
	synchronized void invalidateAll() {
		this.changes++;
		this.misses.clear();
		this.entries.clear();
		this.names.clear();
	}

	private void put(Key key, Entry entry) {
		remove(key);
		Node node = entry.node();
		if (node == null) {
			this.misses.put(key, entry.lease());
			evict(this.misses);
			return;
		}
		Key old = this.names.get(node.key());
		if (old != null) {
			remove(old);
		}
		this.names.put(node.key(), key);
		this.entries.put(key, entry);
		Map.Entry<Key, Entry> evicted = evict(this.entries);
		if (evicted != null) {
			forgetName(evicted.getKey(), evicted.getValue());
		}
	}

	private <V> Map.@Nullable Entry<Key, V> evict(LinkedHashMap<Key, V> map) {
		if (map.size() <= ((this.maxEntries > 0) ? this.maxEntries : MIN_ENTRIES)) {
			return null;
		}
		Iterator<Map.Entry<Key, V>> eldest = map.entrySet().iterator();
		Map.Entry<Key, V> victim = eldest.next();
		eldest.remove();
		return victim;
	}

	private void remove(Key key) {
		this.misses.remove(key);
		Entry removed = this.entries.remove(key);
		if (removed != null) {
			forgetName(key, removed);
		}
	}

	private void forgetName(Key key, Entry removed) {
		Node node = removed.node();
		if (node != null) {
			this.names.remove(node.key(), key);
		}
	}

	private record Key(NodeKey directory, Name name) {

	}

	/**
	 * What a name stood for.
	 *
	 * @param node the node, or {@code null} for nothing
	 * @param lease how long that counts
	 * @param directory where it was found
	 */
	public record Entry(@Nullable Node node, Lease lease, @Nullable Directory directory) {

	}

}
