package io.fusemount.core.inode;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * What the database had under names when it was last asked, nothing included, for a
 * limited time and in a limited number. Not thread-safe.
 */
final class RememberedNames {

	/** So many places are remembered in any case: what is opened has just been found. */
	private static final int MIN_ENTRIES = 256;

	private final int maxEntries;

	private final LinkedHashMap<Place, Binding.Known> found = new LinkedHashMap<>(256, 0.75f, true);

	/** Names that stand for nothing; apart, because changes by others drop them all. */
	private LinkedHashMap<Place, Binding.Known> missing = new LinkedHashMap<>(256, 0.75f, true);

	private final Map<NodeKey, Place> places = new HashMap<>();

	/** The names that were found, by their directories. */
	private final Map<NodeKey, FoundNames> directories = new HashMap<>();

	RememberedNames(int maxEntries) {
		this.maxEntries = maxEntries;
	}

	Binding.@Nullable Known get(Place place) {
		if (this.maxEntries == 0) {
			return null;
		}
		Binding.Known known = this.found.get(place);
		if (known != null && known.lease().isValid()) {
			namesIn(place).wanted(place);
			return known;
		}
		Binding.Known nothing = this.missing.get(place);
		return (nothing != null && nothing.lease().isValid()) ? nothing : null;
	}

	/**
	 * Returns other names of the directory whose leases have ended or will soon, to be
	 * asked for along with one that is wanted.
	 */
	List<Place> chooseBeside(Place wanted) {
		return (this.maxEntries > 0 && this.found.containsKey(wanted)) ? namesIn(wanted).chooseBeside(wanted)
				: List.of();
	}

	/** Returns the files that were found in a directory, the longest known first. */
	List<FoundFile> filesIn(NodeKey directory) {
		FoundNames names = this.directories.get(directory);
		return (names != null) ? names.files() : List.of();
	}

	private FoundNames namesIn(Place place) {
		return Objects.requireNonNull(this.directories.get(place.directory().key()));
	}

	/** Returns what was found under a name last, whether that still counts or not. */
	@Nullable Node last(Place place) {
		Binding.Known known = this.found.get(place);
		return (known != null) ? known.node() : null;
	}

	/** Returns where a node was found last, whether that still counts or not. */
	@Nullable Place place(NodeKey node) {
		return this.places.get(node);
	}

	/** A node has one name at most: what it had before is forgotten. */
	void put(Place place, Binding.Known known) {
		forget(place);
		Node node = known.node();
		if (node == null) {
			this.missing.put(place, known);
			evict(this.missing);
			return;
		}
		Place old = this.places.get(node.key());
		if (old != null) {
			forget(old);
		}
		this.places.put(node.key(), place);
		this.found.put(place, known);
		this.directories.computeIfAbsent(place.directory().key(), (key) -> new FoundNames()).add(place, known);
		Map.Entry<Place, Binding.Known> evicted = evict(this.found);
		if (evicted != null) {
			forgetPlace(evicted.getKey(), evicted.getValue());
		}
	}

	/** Takes a newer snapshot of a node that keeps its name. */
	void update(Place place, Node node, Lease lease) {
		Binding.Known before = this.found.get(place);
		if (before != null) {
			// That it has a newer version does not say that it is there.
			put(place, new Binding.Known(node, before.directory(), before.lease().isEnded() ? before.lease() : lease));
		}
	}

	/** Takes a snapshot in the place of another one, which knew less. */
	void replace(Node known, Node better) {
		Place place = this.places.get(known.key());
		Binding.Known entry = (place != null) ? this.found.get(place) : null;
		if (place != null && entry != null && entry.node() == known) {
			Binding.Known same = new Binding.Known(better, entry.directory(), entry.lease());
			this.found.put(place, same);
			namesIn(place).add(place, same);
		}
	}

	/** Returns what was found before, if it is the same with the same content. */
	Node better(Place place, Node listed) {
		Binding.Known before = this.found.get(place);
		if (before == null || !(before.node() instanceof RegularFile known) || !(listed instanceof RegularFile file)
				|| !known.isSameVersion(file)) {
			return listed;
		}
		String content = known.contentVersion();
		return (content != null && content.equals(file.contentVersion())) ? known : listed;
	}

	void forget(Place place) {
		this.missing.remove(place);
		Binding.Known removed = this.found.remove(place);
		if (removed != null) {
			forgetPlace(place, removed);
		}
	}

	/** Nobody wants what is not there: it was not asked for in vain. */
	void forgetUnfound(Place place) {
		FoundNames beside = this.directories.get(place.directory().key());
		if (beside != null) {
			beside.wanted(place);
		}
		forget(place);
	}

	private void forgetPlace(Place place, Binding.Known removed) {
		Node node = removed.node();
		if (node != null) {
			this.places.remove(node.key(), place);
		}
		FoundNames beside = this.directories.get(place.directory().key());
		if (beside != null && beside.remove(place)) {
			this.directories.remove(place.directory().key());
		}
	}

	void forgetIn(NodeKey directory) {
		FoundNames names = this.directories.get(directory);
		if (names != null) {
			names.all().forEach(this::forget);
		}
	}

	/** To clear a map takes as long as it has ever been large. */
	void forgetMissing() {
		if (!this.missing.isEmpty()) {
			this.missing = new LinkedHashMap<>(256, 0.75f, true);
		}
	}

	/**
	 * Nothing counts any more. What was found is remembered as what has outlived its
	 * lease is, to be asked for together.
	 */
	void endLeases() {
		forgetMissing();
		this.found.values().forEach((known) -> known.lease().end());
	}

	void clear() {
		this.missing.clear();
		this.found.clear();
		this.places.clear();
		this.directories.clear();
	}

	private Map.@Nullable Entry<Place, Binding.Known> evict(LinkedHashMap<Place, Binding.Known> map) {
		if (map.size() <= ((this.maxEntries > 0) ? this.maxEntries : MIN_ENTRIES)) {
			return null;
		}
		Iterator<Map.Entry<Place, Binding.Known>> eldest = map.entrySet().iterator();
		Map.Entry<Place, Binding.Known> victim = eldest.next();
		eldest.remove();
		return victim;
	}

}
