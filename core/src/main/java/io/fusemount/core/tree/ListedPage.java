package io.fusemount.core.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.inode.Inode;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one page of a listing. An entry keeps its index when others leave the
 * directory, and what has left since the page was read is missing. Thread-safe.
 */
final class ListedPage {

	/** What was heard while the page was being read, and may be older. */
	@GuardedBy("this")
	private final List<Runnable> early = new ArrayList<>();

	@GuardedBy("this")
	private final Map<NodeKey, Integer> indexes = new HashMap<>();

	@GuardedBy("this")
	private @Nullable List<@Nullable Listed> entries;

	synchronized void fill(List<Listed> read) {
		for (Listed entry : read) {
			this.indexes.put(entry.key(), this.indexes.size());
		}
		this.entries = new ArrayList<>(read);
		this.early.forEach(Runnable::run);
		this.early.clear();
	}

	/**
	 * Fills the page with what programs have seen of it before, at the same indexes.
	 * @param names the names, {@code null} for what had left
	 * @param read what the directory has now
	 */
	synchronized void resume(List<@Nullable Name> names, List<Listed> read) {
		Map<Name, Listed> now = new HashMap<>();
		read.forEach((entry) -> now.put(entry.name(), entry));
		List<@Nullable Listed> known = new ArrayList<>(names.size());
		for (Name name : names) {
			Listed entry = (name != null) ? now.get(name) : null;
			if (entry != null) {
				this.indexes.put(entry.key(), known.size());
			}
			known.add(entry);
		}
		this.entries = known;
	}

	/** Returns an entry, or {@code null} if it has left. */
	synchronized @Nullable Listed entry(int index) {
		return (this.entries != null) ? this.entries.get(index) : null;
	}

	synchronized int size() {
		return (this.entries != null) ? this.entries.size() : 0;
	}

	void gone(NodeKey node) {
		replace(node, (entry) -> null);
	}

	void left(Name name, NodeKey node) {
		replace(node, (entry) -> entry.name().equals(name) ? null : entry);
	}

	void renamed(Name before, Name name, Inode inode) {
		replace(inode.key(), (entry) -> entry.name().equals(before) ? new Listed(name, inode, inode.key()) : entry);
	}

	private synchronized void replace(NodeKey node, Replacement replacement) {
		if (this.entries == null) {
			this.early.add(() -> replace(node, replacement));
			return;
		}
		Integer index = this.indexes.get(node);
		Listed entry = (index != null) ? this.entries.get(index) : null;
		if (index != null && entry != null) {
			this.entries.set(index, replacement.of(entry));
		}
	}

	private interface Replacement {

		@Nullable Listed of(Listed entry);

	}

}
