package io.fusemount.core.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one page of a listing. An entry keeps its index when others leave the
 * directory, and what has left since the page was asked for is not there. Thread-safe.
 */
final class ListedPage {

	/** What was heard while the page was being read, which may be older. */
	@GuardedBy("this")
	private final List<Runnable> early = new ArrayList<>();

	@GuardedBy("this")
	private final Map<NodeKey, Integer> indexes = new HashMap<>();

	@GuardedBy("this")
	private @Nullable List<@Nullable DirectoryEntry> entries;

	/** Adds what was read, once. */
	synchronized void fill(List<DirectoryEntry> read) {
		for (DirectoryEntry entry : read) {
			this.indexes.put(entry.node().key(), this.indexes.size());
		}
		this.entries = new ArrayList<>(read);
		this.early.forEach(Runnable::run);
		this.early.clear();
	}

	/**
	 * Returns an entry, or {@code null} if it has left.
	 */
	synchronized @Nullable DirectoryEntry entry(int index) {
		return (this.entries != null) ? this.entries.get(index) : null;
	}

	synchronized int size() {
		return (this.entries != null) ? this.entries.size() : 0;
	}

	/** A node is nowhere any more. */
	void gone(NodeKey node) {
		replace(node, (entry) -> null);
	}

	/** A node does not have a name that it had. */
	void left(Name name, NodeKey node) {
		replace(node, (entry) -> entry.name().equals(name) ? null : entry);
	}

	/** A node has another name in the directory. */
	void renamed(Name before, Name name, Node node) {
		replace(node.key(), (entry) -> entry.name().equals(before) ? new DirectoryEntry(name, node) : entry);
	}

	private synchronized void replace(NodeKey node, Replacement replacement) {
		if (this.entries == null) {
			this.early.add(() -> replace(node, replacement));
			return;
		}
		Integer index = this.indexes.get(node);
		DirectoryEntry entry = (index != null) ? this.entries.get(index) : null;
		if (index != null && entry != null) {
			this.entries.set(index, replacement.of(entry));
		}
	}

	/**
	 * What becomes of an entry.
	 */
	private interface Replacement {

		@Nullable DirectoryEntry of(DirectoryEntry entry);

	}

}
