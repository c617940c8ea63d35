package io.fusemount.core.inode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;

/**
 * The names that were found in one directory, the longest known first. Programs go
 * through a directory in the same order again and again (a backup, {@code rsync}, a
 * loop): what comes behind a name whose lease has ended is asked for along with it, the
 * more of it the more of that was wanted before, as with reading ahead. Not thread-safe.
 */
final class FoundNames {

	/** With the one that is wanted. */
	private static final int MAX_TOGETHER = 256;

	private final Map<Place, Binding.Known> names = new LinkedHashMap<>(4);

	/** What was asked for along with another name last, and has not been wanted yet. */
	private Set<Place> ahead = Set.of();

	private int aheadAtFirst;

	private int together = 1;

	/** Adds a name as the newest, or knows better what it stands for. */
	void add(Place place, Binding.Known known) {
		this.names.put(place, known);
	}

	/**
	 * Removes a name.
	 * @return whether it was the last one
	 */
	boolean remove(Place place) {
		return this.names.remove(place) != null && this.names.isEmpty();
	}

	List<Place> all() {
		return List.copyOf(this.names.keySet());
	}

	List<FoundFile> files() {
		List<FoundFile> files = new ArrayList<>(this.names.size());
		this.names.forEach((place, known) -> {
			if (known.node() instanceof RegularFile file) {
				files.add(new FoundFile(place.name(), file));
			}
		});
		return files;
	}

	/** A name was looked up whose lease lasts, or is not to be asked for any more. */
	void wanted(Place place) {
		if (!this.ahead.isEmpty()) {
			this.ahead.remove(place);
		}
	}

	/**
	 * Chooses the names to ask for along with a file that is wanted and whose lease has
	 * ended: files with leases that have ended, or will soon. What became known at
	 * different times is asked for together from then on.
	 */
	List<Place> chooseBeside(Place wanted) {
		Binding.Known known = Objects.requireNonNull(this.names.get(wanted));
		if (known.lease().isValid() || !(known.node() instanceof RegularFile)) {
			return List.of();
		}
		this.together = (2 * this.ahead.size() > this.aheadAtFirst) ? Math.max(1, this.together / 2)
				: Math.min(2 * this.together, MAX_TOGETHER);
		List<Place> chosen = new ArrayList<>(this.together);
		Iterator<Map.Entry<Place, Binding.Known>> oldest = this.names.entrySet().iterator();
		for (int i = 0; i < 2 * this.together && oldest.hasNext() && chosen.size() < this.together - 1; i++) {
			Map.Entry<Place, Binding.Known> entry = oldest.next();
			if (isEndingFile(entry.getValue()) && !entry.getKey().equals(wanted)) {
				chosen.add(entry.getKey());
			}
		}
		// Whoever asks meanwhile chooses among those behind.
		chosen.forEach((place) -> this.names.put(place, Objects.requireNonNull(this.names.remove(place))));
		this.ahead = chosen.isEmpty() ? Set.of() : new HashSet<>(chosen);
		this.aheadAtFirst = chosen.size();
		return chosen;
	}

	/** Directories are asked for one by one. */
	private static boolean isEndingFile(Binding.Known known) {
		return known.lease().isEnding() && known.node() instanceof RegularFile;
	}

}
