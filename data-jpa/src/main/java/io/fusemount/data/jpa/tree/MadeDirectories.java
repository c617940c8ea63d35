package io.fusemount.data.jpa.tree;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * Directories of values that programs have created, or emptied of their last file. No row
 * has the value, so only this process knows the directory, until the process ends or a
 * program removes it.
 */
final class MadeDirectories {

	/** The most directories that are remembered: the earliest ones. */
	private static final int MAX = 10_000;

	@GuardedBy("this")
	private final Map<NodeKey, Map<Name, Step>> made = new LinkedHashMap<>();

	@GuardedBy("this")
	private int count;

	/** Remembers a directory that a program creates. */
	synchronized void make(NodeKey parent, Name name, Step step) {
		if (!keep(parent, name, step)) {
			throw new ErrnoException(Errno.ENOSPC, "There are " + MAX + " directories without files already",
					"They are known to this process only: remove some, or put files into them", null);
		}
	}

	/**
	 * Remembers a directory that existed before.
	 * @return whether there was room
	 */
	synchronized boolean keep(NodeKey parent, Name name, Step step) {
		if (find(parent, name) == null) {
			if (this.count >= MAX) {
				return false;
			}
			this.count++;
		}
		this.made.computeIfAbsent(parent, (key) -> new LinkedHashMap<>()).put(name, step);
		return true;
	}

	synchronized void forget(NodeKey parent, Name name) {
		Map<Name, Step> children = this.made.get(parent);
		if (children != null && children.remove(name) != null) {
			this.count--;
			if (children.isEmpty()) {
				this.made.remove(parent);
			}
		}
	}

	synchronized @Nullable Step find(NodeKey parent, Name name) {
		Map<Name, Step> children = this.made.get(parent);
		return (children != null) ? children.get(name) : null;
	}

	synchronized List<Map.Entry<Name, Step>> in(NodeKey parent) {
		Map<Name, Step> children = this.made.get(parent);
		return (children != null) ? children.entrySet().stream().map(Map.Entry::copyOf).toList() : List.of();
	}

}
