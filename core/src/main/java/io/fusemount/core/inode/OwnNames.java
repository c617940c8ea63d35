package io.fusemount.core.inode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * What only this process knows of names, by directory: what one costs does not depend on
 * how much there is in others. Nearly always there are none, or few. {@link NameTable}
 * guards it.
 */
final class OwnNames {

	private final Map<NodeKey, Map<Name, OwnName>> directories = new HashMap<>();

	private final Set<PendingRename> pending = new LinkedHashSet<>();

	/** Those that are somewhere. */
	private final Map<NodeKey, ScratchDirectory> scratch = new HashMap<>();

	@Nullable OwnName find(Place place) {
		Map<Name, OwnName> names = this.directories.isEmpty() ? null : this.directories.get(place.directory().key());
		return (names != null) ? names.get(place.name()) : null;
	}

	/** Returns what is known of a name, to which something is to be added. */
	OwnName get(Place place) {
		return this.directories.computeIfAbsent(place.directory().key(), (key) -> new HashMap<>())
			.computeIfAbsent(place.name(), (key) -> new OwnName());
	}

	/** Forgets a name of which nothing is known any more. */
	void tidy(Place place, OwnName known) {
		Map<Name, OwnName> names = known.isEmpty() ? this.directories.get(place.directory().key()) : null;
		if (names != null && names.remove(place.name(), known) && names.isEmpty()) {
			this.directories.remove(place.directory().key());
		}
	}

	void forEachIn(NodeKey directory, BiConsumer<Name, OwnName> action) {
		this.directories.getOrDefault(directory, Map.of()).forEach(action);
	}

	boolean anyIn(NodeKey directory, Predicate<OwnName> condition) {
		return this.directories.getOrDefault(directory, Map.of()).values().stream().anyMatch(condition);
	}

	void forEach(Consumer<OwnName> action) {
		this.directories.values().forEach((names) -> names.values().forEach(action));
	}

	/** Lets a name wait for what comes next. */
	void await(PendingRename pending) {
		OwnName stored = get(pending.place());
		if (stored.waiting != null) {
			this.pending.remove(stored.waiting.pending());
		}
		stored.waiting = new Binding.Waiting(pending);
		this.pending.add(pending);
	}

	/** Nothing waits for it any more. */
	void end(PendingRename pending) {
		OwnName stored = find(pending.place());
		if (stored != null && stored.waiting != null && stored.waiting.pending() == pending) {
			this.pending.remove(pending);
			stored.waiting = null;
			tidy(pending.place(), stored);
		}
	}

	/** Returns where a scratch directory is, {@code null} if it is none or nowhere. */
	@Nullable Place place(NodeKey directory) {
		ScratchDirectory known = this.scratch.get(directory);
		return (known != null) ? known.place : null;
	}

	/** Whether something may come to be in a directory. */
	boolean isThere(Directory directory) {
		return !(directory instanceof ScratchDirectory) || this.scratch.containsKey(directory.key());
	}

	boolean isFree(Place place) {
		OwnName known = find(place);
		return isThere(place.directory()) && (known == null || known.counting() == null);
	}

	boolean isEmpty(ScratchDirectory directory) {
		return !this.directories.containsKey(directory.key());
	}

	void add(Place place, ScratchDirectory directory) {
		get(place).made = new Binding.Made(directory);
		directory.place = place;
		this.scratch.put(directory.key(), directory);
	}

	void remove(ScratchDirectory directory) {
		Place place = directory.place;
		OwnName known = (place != null) ? find(place) : null;
		if (place != null && known != null) {
			known.made = null;
			tidy(place, known);
		}
		directory.place = null;
		this.scratch.remove(directory.key());
	}

	List<PendingRename> pendingRenames() {
		return new ArrayList<>(this.pending);
	}

}
