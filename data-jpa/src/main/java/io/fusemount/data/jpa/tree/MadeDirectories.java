package io.fusemount.data.jpa.tree;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Directories of values that programs have created, or emptied of their last file. No row
 * has the value, so only this process knows the directory, until the process ends or a
 * program removes it.
 */
final class MadeDirectories {

	/** The most directories that are remembered for a user: the earliest ones. */
	private static final int MAX = 10_000;

	@GuardedBy("this")
	private final Map<Place, Map<Name, Made>> made = new LinkedHashMap<>();

	/** The number of directories of each user. */
	@GuardedBy("this")
	private final Map<Integer, Integer> counts = new HashMap<>();

	/** Remembers a directory that a program creates. */
	synchronized void make(Place parent, Name name, Step step) {
		if (!keep(parent, name, step)) {
			throw new ErrnoException(Errno.ENOSPC, "This user has " + MAX + " directories without files already",
					"They are known to this process only: remove some, or put files into them", null);
		}
	}

	/**
	 * Remembers a directory that existed before.
	 * @return whether there was room
	 */
	synchronized boolean keep(Place parent, Name name, Step step) {
		Map<Name, Made> children = this.made.get(parent);
		Made before = (children != null) ? children.get(name) : null;
		int user = (before != null) ? before.user() : Caller.currentUser();
		if (before == null) {
			if (this.counts.getOrDefault(user, 0) >= MAX) {
				return false;
			}
			this.counts.merge(user, 1, Integer::sum);
		}
		this.made.computeIfAbsent(parent, (key) -> new LinkedHashMap<>()).put(name, new Made(step, user));
		return true;
	}

	synchronized void forget(Place parent, Name name) {
		Map<Name, Made> children = this.made.get(parent);
		Made forgotten = (children != null) ? children.remove(name) : null;
		if (children != null && forgotten != null) {
			this.counts.computeIfPresent(forgotten.user(), (user, count) -> (count > 1) ? count - 1 : null);
			if (children.isEmpty()) {
				this.made.remove(parent);
			}
		}
	}

	synchronized @Nullable Step find(Place parent, Name name) {
		Map<Name, Made> children = this.made.get(parent);
		Made found = (children != null) ? children.get(name) : null;
		return (found != null) ? found.step() : null;
	}

	synchronized List<Map.Entry<Name, Step>> in(Place parent) {
		Map<Name, Made> children = this.made.get(parent);
		return (children != null)
				? children.entrySet().stream().map((made) -> Map.entry(made.getKey(), made.getValue().step())).toList()
				: List.of();
	}

	/**
	 * A remembered directory.
	 *
	 * @param step its value
	 * @param user the user for whom it is remembered
	 */
	private record Made(Step step, int user) {

	}

	/**
	 * A directory for those who see the same in it.
	 *
	 * @param parent the key of the directory
	 * @param audience the audience
	 */
	record Place(NodeKey parent, Object audience) {

	}

}
